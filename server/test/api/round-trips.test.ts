/** How often a write waits for PostgreSQL, and that what travels together is still read in its order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { countWaits, type Waits } from '../support/round-trips.ts'
import { freeLine, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })
let waits: Waits

beforeAll(() => {
  waits = countWaits()
})

afterAll(() => waits.stop())

const expected = {
  'partner create': 3,
  'partner change': 3,
  'order create': 3,
  'order confirm': 4,
  'issue confirm': 3,
  'issue dispatch': 3,
  'invoice create': 4,
  'invoice issue': 4,
  'invoice mark_paid': 3,
}

test('a write waits no more often than it has to, with an Idempotency-Key as without', async () => {
  const book = await salesBook(service)
  await book.received(book.keg, '100', '10', { unit: 'pcs' })
  const told: Record<string, number[]> = {}
  async function countOnce(make: () => Promise<string>, send: Sending, headers: object): Promise<number> {
    const path = await make()
    waits.taken()
    const { status, text } = await send(path, { headers })
    expect(status, text).toBeLessThan(300)
    return waits.taken()[0]!
  }
  /**
   * Once without and once with a key, each of a record of its own. On a busy machine the answers to one wave come in
   * pieces, and what waits for the first of them is counted as one more: the fewest of some tries tell the truth.
   */
  async function count(name: keyof typeof expected, make: () => Promise<string>, send: Sending) {
    const key = name.replace(' ', '-')
    const fewest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let attempt = 1; attempt <= 8 && fewest.some(found => found > expected[name]); attempt++) {
      const headers = [{}, { 'idempotency-key': `${key}-${attempt}` }]
      for (const [place, sent] of headers.entries())
        fewest[place] = Math.min(fewest[place]!, await countOnce(make, send, sent))
    }
    told[name] = fewest
  }
  type Sending = (path: string, options: object) => ReturnType<typeof book.api.post>
  const act =
    (key: string, body: object = {}): Sending =>
    (path, options) =>
      book.api.post(`${path}/actions/${key}`, body, options)
  const nothing = async () => ''
  const lines = [book.line('1'), book.service()]
  const free = [freeLine('100'), freeLine('200')]

  await count('partner create', nothing, (_, options) => book.api.post('/partners', { name: 'A' }, options))
  const partner = async () => `/partners/${await book.partner()}`
  await count('partner change', partner, (path, options) => book.api.patch(path, { name: 'B' }, options))
  await count('order create', nothing, (_, options) =>
    book.api.post('/orders', { partner_id: book.pub, lines }, options),
  )
  await count('order confirm', async () => `/orders/${(await book.order(lines)).id}`, act('confirm'))
  // Nothing of it is reserved: what others hold would have to be looked at.
  const bottle = await book.item({ name: 'Lahev', unit: { unit_code: 'pcs' } })
  await book.received(bottle, '100', '10', { unit: 'pcs' })
  const issue = async () => (await book.issue([{ item: bottle, quantity: '1', unit: 'pcs' }])).body.id
  await count('issue confirm', async () => `/stock-issues/${await issue()}`, act('confirm'))
  // Deposits that its lines do not have cost an issue nothing.
  const shell = await book.item({ name: 'Sud 50', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
  await book.apply({ deposits: [{ code: 'KEG', name: 'Sud', packaging_item: shell, amount: '1500' }] })
  const toPub = [{ item: bottle, quantity: '1', unit: 'pcs' }]
  const sent = async () => (await book.issue(toPub, { partner_id: book.pub })).body.id
  await count('issue dispatch', async () => `/stock-issues/${await sent()}`, act('confirm'))
  await count('invoice create', nothing, (_, options) =>
    book.api.post('/invoices', { partner_id: book.pub, warehouse_id: book.main, lines: free }, options),
  )
  await count('invoice issue', async () => `/invoices/${(await book.invoice(free)).id}`, act('issue'))
  const paid = { paid_at: '2026-09-17' }
  const issued = async () => `/invoices/${(await book.issuedInvoice(free)).id}`
  await count('invoice mark_paid', issued, act('mark_paid', paid))
  expect(told).toEqual(Object.fromEntries(Object.entries(expected).map(([name, waits]) => [name, [waits, waits]])))
})

test('412 stale_version: a record asked for with the book is read once the book is ours', async () => {
  const book = await salesBook(service)
  const id = await book.partner()
  const { database } = service
  let patched: ReturnType<typeof book.api.patch> | undefined
  await database.transaction(async tx => {
    await tx.run(sql`select from books where id = (select book_id from partners where id = ${id}) for no key update`)
    patched = book.api.patch(`/partners/${id}`, { name: 'B' }, { headers: { 'if-match': 'W/"1"' } })
    await untilWaiting()
    await tx.run(sql`update partners set version = 2 where id = ${id}`)
  })
  expect((await patched!).body).toMatchObject({ code: 'stale_version' })
})

test('201: the next write of a book asks for it while the commit of the former is on its way', async () => {
  const book = await salesBook(service)
  const before = waits.overlapping()
  const unit = { unit_code: 'pcs' }
  const names = Array.from({ length: 12 }, (_, place) => `Sud ${place}`)
  // Each has a transaction of its own, see `shared-writes.test.ts` for others.
  const replies = await Promise.all(names.map(name => book.api.post('/items', { name, unit })))
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 201))
  expect(waits.overlapping() - before).toBeGreaterThan(0)
})

async function untilWaiting() {
  const waiting = sql`
    select 1
      from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  while ((await service.database.many(waiting)).length === 0) await sleep(10)
}
