/** Writes of one book that wait together share a transaction, and nobody can tell but by the time it takes. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { crowd, statusesOf, together, transactionsOf } from '../support/crowd.ts'
import { type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { stepBook } from '../support/workflow.ts'

const service = useService({ alone: true })
const orderOf = (book: SalesBook, rest: object = {}) => ({ partner_id: book.pub, lines: [book.line('1')], ...rest })

async function eventsOf(book: SalesBook, type: string): Promise<Told[]> {
  return (await book.api.get(`/events?types=${type}&limit=200`)).body.data
}

const lastDigits = (number: string) => Number(number.slice(-5))

test('201: each has a number, a time and an event of its own, in one order', async () => {
  const book = await salesBook(service)
  const replies = await together(() => book.api.post('/orders', orderOf(book)))
  expect(statusesOf(replies)).toEqual({ 201: crowd })
  expect(await transactionsOf(service, 'orders', replies)).toBeLessThan(crowd / 2)

  const numbers = replies.map(({ body }) => lastDigits(body.number)).toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: crowd }, (_, place) => place + 1))
  const events = await eventsOf(book, 'order.created')
  expect(events.map(({ sequence }) => sequence - events[0].sequence)).toEqual(numbers.map(number => number - 1))
  const told = new Map(events.map(event => [event.data.object.id, event]))
  for (const { body, headers } of replies) {
    const event = told.get(body.id)
    expect(event.request_id).toBe(headers['x-request-id'])
    expect(event.created_at).toBe(body.created_at)
    expect((await book.api.get(`/orders/${body.id}`)).body).toEqual(body)
  }
  const times = events.map(({ created_at }) => created_at)
  expect(new Set(times).size).toBe(crowd)
  expect(times.toSorted()).toEqual(times)
})

test('422 validation_failed: who is refused takes no number and no neighbour along', async () => {
  const book = await salesBook(service)
  const strange = { partner_id: randomUUID() }
  const replies = await together(place => book.api.post('/orders', orderOf(book, place % 6 === 5 ? strange : {})))
  expect(statusesOf(replies)).toEqual({ 201: 20, '422 validation_failed': 4 })
  const numbers = replies.flatMap(({ status, body }) => (status === 201 ? lastDigits(body.number) : []))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
  expect(await eventsOf(book, 'order.created')).toHaveLength(20)
})

test('409 external_ref_conflict: one reference makes one record', async () => {
  const book = await salesBook(service)
  const external_ref = { system: 'eshop', id: 'O-1' }
  const asked = await together(() => book.api.post('/orders', orderOf(book, { external_ref })), 8)
  expect(statusesOf(asked)).toEqual({ 201: 1, '409 external_ref_conflict': 7 })
  const partner = { name: 'Nova', external_ref }
  const found = await together(() => book.api.post('/partners?on_conflict=return', partner), 8)
  expect(statusesOf(found)).toEqual({ 200: 7, 201: 1 })
  expect(new Set(found.map(({ body }) => body.id)).size).toBe(1)
})

test('409 duplicate_ico: a firm is a partner once', async () => {
  const book = await salesBook(service)
  const replies = await together(place => book.api.post('/partners', { name: `Pivovar ${place}`, ico: '27082440' }), 8)
  expect(statusesOf(replies)).toEqual({ 201: 1, '409 duplicate_ico': 7 })
})

test('422 partner_limit: as many as the plan has, to the last one', async () => {
  const book = await salesBook(service)
  await book.tenant.set({ max_partners: 11 })
  await untilForgotten()
  const replies = await together(place => book.api.post('/partners', { name: `Host ${place}` }))
  expect(statusesOf(replies)).toEqual({ 201: 10, '422 partner_limit': crowd - 10 })
  expect((await book.api.get('/partners?limit=200')).body.data).toHaveLength(11)
})

test('200, 201: a key makes one record, whoever it comes with', async () => {
  const book = await salesBook(service)
  const send = (place: number) =>
    book.api.post('/partners', { name: `Host ${place}` }, { headers: { 'idempotency-key': `key-${place}` } })
  const first = await together(send)
  expect(statusesOf(first)).toEqual({ 201: crowd })
  expect(await transactionsOf(service, 'partners', first)).toBeLessThan(crowd / 2)
  const again = await together(place => (place % 2 === 0 ? send(place) : send(crowd + place)))
  for (const [place, reply] of again.entries()) {
    expect(reply.headers['idempotent-replayed']).toBe(place % 2 === 0 ? 'true' : undefined)
    if (place % 2 === 0) expect(reply.text).toBe(first[place]!.text)
  }
  expect((await book.api.get('/partners?limit=200')).body.data).toHaveLength(1 + crowd + crowd / 2)
  const other = await together(
    place => book.api.post('/partners', { name: 'Jiny' }, { headers: { 'idempotency-key': `key-${place}` } }),
    4,
  )
  expect(statusesOf(other)).toEqual({ '422 idempotency_key_reused': 4 })
})

test('200, 201: rehearsals go by themselves', async () => {
  const book = await salesBook(service)
  const replies = await together(place => book.api.post(`/orders${place % 2 ? '?dry_run=true' : ''}`, orderOf(book)))
  expect(statusesOf(replies)).toEqual({ 200: crowd / 2, 201: crowd / 2 })
  expect((await book.api.get('/orders?limit=200')).body.data).toHaveLength(crowd / 2)
})

test('201: where a new order starts a step, each has its own', async () => {
  const book = await stepBook(service)
  const check = { key: 'check', title: 'Check', kind: 'person', role: 'admin' }
  const definition = { code: 'NEW', name: 'New', on: { document: 'order', action: 'create' }, steps: [check] }
  const partner = (await book.api.post('/partners', { name: 'Hospoda' })).body
  const send = () => book.api.post('/orders', { partner_id: partner.id, lines: [] })
  const before = together(send, 8)
  await book.define(definition)
  await before
  const replies = await together(send, 8)
  for (const { status, body } of replies) {
    expect(status).toBe(201)
    expect(await book.steps(body.id)).toHaveLength(1)
  }
})

test('503 api_unavailable: a book that is held for long is waited for once, not by one after another', async () => {
  const book = await salesBook(service)
  const { body } = await book.api.post('/orders', orderOf(book))
  const holder = await service.database.dedicated()
  await holder.query('set idle_in_transaction_session_timeout = 0')
  await holder.query('begin')
  await holder.query('select 1 from books where id = (select book_id from orders where id = $1) for update', [body.id])
  const waits = new Set<string>()
  let isAnswered = false
  const asked = together(() => book.api.post('/orders', orderOf(book)), 8).finally(() => {
    isAnswered = true
  })
  const waiting = sql`
    select pid || ' ' || xact_start as transaction
      from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  while (!isAnswered) {
    for (const { transaction } of await service.database.many<{ transaction: string }>(waiting)) waits.add(transaction)
    await sleep(100)
  }
  expect(statusesOf(await asked)).toEqual({ '503 api_unavailable': 8 })
  // The first one, and all that gathered behind it; or all of them, when they came before it had begun.
  expect([1, 2]).toContain(waits.size)
  await holder.query('rollback')
  await holder.end()
  expect(statusesOf(await together(() => book.api.post('/orders', orderOf(book)), 8))).toEqual({ 201: 8 })
})
