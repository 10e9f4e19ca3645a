/**
 * `npm run examples` tells the story of the demo brewery and writes down what the service answered: the examples of the
 * OpenAPI document. It is no part of the suite; that the examples fit their schemas is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { problemCodes } from '../../src/contract/problems.ts'
import { resourceOf } from '../../src/describe/openapi/words.ts'
import { Client } from '../support/client.ts'
import { useWebhooks } from '../support/webhooks.ts'
import { normalizer } from './normal.ts'
import type { recorder } from './recorder.ts'
import { writeRare } from './refusals.ts'
import { endpoints, tellTheWeek } from './week.ts'

const folder = path.resolve(import.meta.dirname, '../../examples')

const scene = useWebhooks()

test.skipIf(process.env.EXAMPLES === undefined)('the examples are written', async () => {
  const notes = await tellTheWeek(scene, { clientOf: key => new Client(scene.service.address, key) })
  writeRare(notes)
  const missing = [
    ...endpoints.map(({ id }) => id).filter(id => !notes.operations.has(id)),
    ...problemCodes.filter(code => !notes.problems.has(code)),
  ]
  console.log(`surprises:\n${notes.surprises.join('\n')}\nmissing (${missing.length}): ${missing.join(' ')}`)
  write(notes)
  expect(notes.operations.size).toBeGreaterThan(200)
})

function write({ operations, problems }: ReturnType<typeof recorder>): void {
  mkdirSync(folder, { recursive: true })
  const normal = normalizer()
  for (const family of new Set(endpoints.map(({ id }) => resourceOf(id)))) {
    const own = endpoints.filter(({ id }) => resourceOf(id) === family)
    const found = own.flatMap(({ id }) => (operations.has(id) ? [[id, normal(operations.get(id))] as const] : []))
    writeFamily(family, Object.fromEntries(found))
  }
  const codes = problemCodes.filter(code => problems.has(code))
  writeFamily('problems', Object.fromEntries(codes.map(code => [code, normal(problems.get(code))])))
}

const writeFamily = (name: string, examples: object): void => {
  if (Object.keys(examples).length > 0)
    writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(examples, null, 2)}\n`)
}
