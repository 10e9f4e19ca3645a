/** What the audit log calls what was done. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words as czech } from '../../../console/src/words/cs/audit.ts'
import { words as english } from '../../../console/src/words/en/audit.ts'

const sources = join(import.meta.dirname, '../../src')
const said = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(join(sources, name), 'utf8'))

test('every action the service notes has words in both languages', () => {
  const noted = said.flatMap(text => [...text.matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action!))
  const ofWebhooks = said
    .flatMap(text => [...text.matchAll(/(?:finishChange|auditEndpoint)\(ctx, '([a-z_]+)'/g)])
    .map(([, done]) => `webhook_endpoint.${done}`)
  const actions = [...noted, ...ofWebhooks]
  expect(actions.length).toBeGreaterThan(30)
  for (const { actions: named } of [english, czech]) {
    expect(actions.filter(action => !Object.hasOwn(named, action))).toEqual([])
  }
})
