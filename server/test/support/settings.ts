/** A book as its settings document sees it: applied, planned, exported, with every promise of the document checked. */
import { expect } from 'vitest'
import type { Database } from '../../src/db/pool.ts'
import { exportSettings, importSettings, planSettings } from '../../src/domains/settings/actions.ts'
import { type Account, findAccount } from '../../src/kernel/account.ts'
import type { Plan, Settings } from '../../src/kernel/settings.ts'
import { dayIn } from '../../src/lib/days.ts'
import type { Client } from './client.ts'
import type { Service, TestTenant } from './service.ts'

export type Document = Omit<Settings, 'version'>

export interface BookSettings {
  tenant: TestTenant
  account: Account
  api: Client
  /** Through another database than the service's own, when one is given. */
  apply(wanted: Document, database?: Database): Promise<Plan>
  plan(wanted: Document): Promise<Plan>
  current(): Promise<Settings>
  /** Applies what must not be refused, and tells what it changed; asked for again, it changes nothing. */
  accept(wanted: Document): Promise<string[]>
  /** Applies what must be refused, and tells why; the book is as it was. */
  refuse(wanted: Document): Promise<string[]>
}

const unchanged: Plan = { changes: [], refusals: [] }

export async function settingsOf(
  service: Service,
  tenant?: TestTenant,
  mode: 'live' | 'test' = 'test',
): Promise<BookSettings> {
  const owner = tenant ?? (await service.tenant())
  const account = (await findAccount(service.database, owner.slug, mode === 'live'))!
  const { database, clock } = service
  const at = () => ({ db: database, account, today: dayIn(account.tenant.timeZone, clock()) })
  /** As the last refusal left it: the next one need not read it again before it asks. */
  let known: Settings | undefined
  const book: BookSettings = {
    tenant: owner,
    account,
    api: await owner.key({ mode }),
    apply(wanted, through = database) {
      known = undefined
      return importSettings(through, clock, { account, wanted: { version: 1, ...wanted } })
    },
    plan: wanted => planSettings(at(), { version: 1, ...wanted }),
    current: () => exportSettings(at()),
    async accept(wanted) {
      const { changes, refusals } = await book.apply(wanted)
      expect(refusals).toEqual([])
      expect(await book.plan(wanted), 'the same document again').toEqual(unchanged)
      expect(await book.plan(await book.current()), 'the export again').toEqual(unchanged)
      return changes.map(({ section, key, action }) => `${action} ${section} ${key}`)
    },
    async refuse(wanted) {
      const before = known ?? (await book.current())
      const { refusals } = await book.apply(wanted)
      expect(await book.current()).toEqual(before)
      known = before
      return refusals.map(({ section, key, reason }) => `${section} ${key}: ${reason}`)
    },
  }
  return book
}

/** What `addNamed` makes in a fresh book is called the same in each, so that tables can name it. */
export const named = {
  /** A packaging item kept in pieces. */
  keg: 'Z00001',
  /** An item kept in litres, by its code and by its external reference. */
  beer: 'Z00002',
  beerRef: 'eshop:Lager 12',
  /** A partner by its business id and by its external reference. */
  pub: '27145310',
  pubRef: 'crm:c/7',
  /** A partner that has only a business id. */
  hotel: '48622109',
} as const

/** Two items and two partners for prices to name; their ids are the third name they have. */
export async function addNamed({ api }: BookSettings): Promise<{ beer: string; pub: string }> {
  const add = async (path: string, body: object) => {
    const reply = await api.post(path, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }
  const keg = await add('/items', { name: 'Keg', item_type: 'packaging', unit: { unit_code: 'pcs' } })
  const beerRef = { system: 'eshop', id: 'Lager 12' }
  const beer = await add('/items', { name: 'Lager', unit: { unit_code: 'l' }, external_ref: beerRef })
  expect([keg.code, beer.code]).toEqual([named.keg, named.beer])
  const pub = await add('/partners', { name: 'Pub', ico: named.pub, external_ref: { system: 'crm', id: 'c/7' } })
  await add('/partners', { name: 'Hotel', ico: named.hotel })
  return { beer: beer.id, pub: pub.id }
}
