/** The working week of the demo brewery, told over the API: every operation, and every refusal a healthy service gives. */
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import { demoAccess } from '../../src/domains/demo/actions.ts'
import { importSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import type { Client } from '../support/client.ts'
import { type Service, untilForgotten } from '../support/service.ts'
import type { WebhookScene } from '../support/webhooks.ts'
import { brew, keepTheBar } from './brewery-story.ts'
import { type Api, type Recorder, recorder } from './recorder.ts'
import { breakRules, meetTheGates, pushSteps, sendBadFiles } from './refusals.ts'
import * as story from './story.ts'

export const endpoints = described(serviceEndpoints(atOneAddress('https://api.cellarbook.test')))

/** A Monday, so that the week of the story lies before it. */
const now = Date.parse('2027-03-15T09:00:00.000Z')

export interface Telling {
  /** The client of a key: straight to the service, or by way of something that listens in. */
  clientOf: (key: string) => Client
  /** Only these; all without it. */
  chapters?: readonly string[]
}

export async function tellTheWeek(scene: WebhookScene, { clientOf, chapters }: Telling): Promise<Recorder> {
  const { service } = scene
  service.clock.advance(now - service.clock())
  const notes = recorder(endpoints)
  const { testKey } = await demoAccess(service.database, service.clock)
  await openTheHouse(service)
  const api = notes.of(clientOf(testKey))
  const world = await story.meet(api, service)
  const receiver = await scene.receiver()
  const all: [string, () => Promise<void>][] = [
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
    ['sandbox', () => playAnew(api)],
  ]
  for (const [name, tell] of all.filter(([name]) => chapters?.includes(name) ?? true)) {
    await tell().catch(error =>
      notes.surprises.push(`${name}: ${error instanceof Error ? error.stack?.slice(0, 400) : error}`),
    )
  }
  return notes
}

async function playAnew(api: Api): Promise<void> {
  await api.post('/sandbox/actions/reset')
  await api.post('/sandbox/actions/seed')
  await api.post('/sandbox/actions/advance_clock', { seconds: 30 * 86_400 })
}

/** More calls a minute than a key has, and vessels enough for all brews. */
async function openTheHouse(service: Service): Promise<void> {
  await changeTenant(service.database, service.clock, { slug: 'demo', rate_per_min: 1e6 })
  await untilForgotten()
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
}
