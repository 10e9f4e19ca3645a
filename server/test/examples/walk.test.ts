/**
 * `npm run examples` tells the story of the demo brewery and writes down what the service answered: the examples of the
 * OpenAPI document. It is no part of the suite; that the examples fit their schemas is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { problemCodes } from '../../src/contract/problems.ts'
import { resourceOf } from '../../src/describe/openapi/words.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import { demoAccess } from '../../src/domains/demo/actions.ts'
import { importSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import { Client } from '../support/client.ts'
import { untilForgotten } from '../support/service.ts'
import { useWebhooks } from '../support/webhooks.ts'
import { brew, keepTheBar } from './brewery-story.ts'
import { normalizer } from './normal.ts'
import { recorder } from './recorder.ts'
import { breakRules, meetTheGates, pushSteps, sendBadFiles, writeRare } from './refusals.ts'
import * as story from './story.ts'

const folder = path.resolve(import.meta.dirname, '../../examples')
const endpoints = described(serviceEndpoints(atOneAddress('https://api.cellarbook.test')))
/** A Monday, so that the week of the story lies before it. */
const now = Date.parse('2027-03-15T09:00:00.000Z')

const scene = useWebhooks()

test.skipIf(process.env.EXAMPLES === undefined)('the examples are written', async () => {
  const { service } = scene
  service.clock.advance(now - service.clock())
  const notes = recorder(endpoints)
  const { testKey } = await demoAccess(service.database, service.clock)
  await changeTenant(service.database, service.clock, { slug: 'demo', rate_per_min: 1e6 })
  await untilForgotten()
  const api = notes.of(new Client(service.address, testKey))
  const account = (await findAccount(service.database, 'demo', false))!
  const vessels = [
    { code: 'VARNA2', name: 'Varna 2', kind: 'kettle' as const, capacity_l: '1200', requires_cleaning: true },
    ...['CKT2', 'CKT3', 'CKT4'].map(code => ({
      code,
      name: `Cylindrokónický tank ${code.at(-1)}`,
      capacity_l: '1200',
    })),
  ]
  await importSettings(service.database, service.clock, { account, wanted: { version: 1, vessels } })
  const world = await story.meet(api, service)
  const receiver = await scene.receiver()
  const chapters: [string, () => Promise<void>][] = [
    ['subscribe', () => story.subscribe(world, receiver.url('/hook'))],
    ['partners', () => story.workWithPartners(world)],
    ['received', () => story.receiveInvoices(world)],
    ['money', () => story.moveMoney(world)],
    ['stock', () => story.moveStock(world)],
    ['sell', () => story.sell(world)],
    ['brew', () => brew(world)],
    ['bar', () => keepTheBar(world)],
    ['files', () => story.sendFiles(world)],
    ['steps', () => story.workSteps(world)],
    ['deliveries', () => story.lookAtDeliveries(world)],
    ['reads', () => story.readEverything(world)],
    ['gates', () => meetTheGates(service, notes)],
    ['rules', () => breakRules(world)],
    ['bad files', () => sendBadFiles(world)],
    ['push', () => pushSteps(world)],
  ]
  for (const [name, tell] of chapters) {
    await tell().catch(error =>
      notes.surprises.push(`${name}: ${error instanceof Error ? error.stack?.slice(0, 400) : error}`),
    )
  }
  await api.post('/sandbox/actions/reset')
  await api.post('/sandbox/actions/seed')
  await api.post('/sandbox/actions/advance_clock', { seconds: 30 * 86_400 })
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
