/** The client of the SDK against a real service: records, versions, lists, refusals, dry runs, files. */
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  answerOf,
  type Cellarbook,
  type CellarbookError,
  isProblem,
  type Order,
  type StockLevel,
  uploadAttachment,
} from '../../../sdk/src/index.ts'
import { type SalesBook, salesBook } from '../support/sales.ts'
import { sdkOf, watchedFetch } from '../support/sdk.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService()

let book: SalesBook
let cellarbook: Cellarbook
beforeAll(async () => {
  book = await salesBook(service)
  await book.received(book.keg, '100', '40', { unit: 'pcs' })
  cellarbook = sdkOf(book.api)
})

const pieces = { unit_code: 'pcs' }
const draft = (rest: object = {}) =>
  cellarbook.orders.create({
    partner_id: book.pub,
    lines: [{ item_id: book.keg, quantity: '2', unit: pieces }],
    ...rest,
  })

/** What a call was refused with. */
const refusal = async (call: Promise<unknown>): Promise<CellarbookError> => {
  const error = await call.catch((thrown: unknown) => thrown)
  if (!isProblem(error)) throw error
  return error
}

describe('records', () => {
  test('an order from draft to confirmed, read again, and what came with it', async () => {
    const order = await draft({ external_ref: { system: 'shop', id: 'a/1 ?' } })
    expectTypeOf(order).toEqualTypeOf<Order>()
    expect(order).toMatchObject({ object: 'order', status: 'draft', livemode: false })
    expect(answerOf(order)).toMatchObject({ status: 201, etag: 'W/"1"', isReplayed: false, apiVersion: '2026-09-17' })
    const confirmed = await cellarbook.orders.confirm(order.id)
    expect(confirmed.status).toBe('confirmed')
    const found = await cellarbook.orders.getByExternalRef('shop', 'a/1 ?')
    expect(found.lines).toEqual(confirmed.lines)
    expect(answerOf({ ...found })).toBeUndefined()
  })

  test('a record is not written over what others wrote', async () => {
    const order = await draft()
    const changed = await cellarbook.orders.update(order.id, { notes: 'first' }, { ifMatch: order })
    const error = await refusal(cellarbook.orders.update(order.id, { notes: 'second' }, { ifMatch: order }))
    if (!isProblem(error, 'stale_version')) throw error
    expect(error.problem.current_etag).toBe(answerOf(changed)!.etag)
    await expect(cellarbook.orders.update(order.id, {}, { ifMatch: { ...order } })).rejects.toThrow('no ETag')
    await cellarbook.orders.update(order.id, { notes: 'third' }, { ifMatch: error.problem.current_etag })
  })

  test('a record that is still current is answered by the one at hand', async () => {
    const order = await draft()
    expect(await cellarbook.orders.get(order.id, { ifNoneMatch: order })).toBe(order)
    await cellarbook.orders.update(order.id, { notes: 'newer' })
    expect(await cellarbook.orders.get(order.id, { ifNoneMatch: order })).toMatchObject({ notes: 'newer' })
  })

  test('lines: added, changed, deleted', async () => {
    const { id } = await draft()
    const line = await cellarbook.orders.lines.create(id, { item_id: book.ride, quantity: '1', unit: pieces })
    const changed = await cellarbook.orders.lines.update(id, line.id, { quantity: '3', unit: pieces })
    expect(changed).toMatchObject({ quantity: '3', totals: { excl_vat: '150.00' } })
    expect(await cellarbook.orders.lines.delete(id, line.id)).toBeUndefined()
    expect((await cellarbook.orders.get(id)).lines).toHaveLength(1)
  })

  test('the same key is the same write, and onConflict finds what exists', async () => {
    const external_ref = { system: 'shop', id: 'twice' }
    const body = { partner_id: book.pub, external_ref }
    const first = await cellarbook.orders.create(body, { idempotencyKey: 'order-twice' })
    const again = await cellarbook.orders.create(body, { idempotencyKey: 'order-twice' })
    expect([again.id, answerOf(again)!.isReplayed]).toEqual([first.id, true])
    const found = await cellarbook.orders.create(body, { onConflict: 'return' })
    expect([found.id, answerOf(found)!.status]).toEqual([first.id, 200])
    const error = await refusal(cellarbook.orders.create(body))
    expect(isProblem(error, 'external_ref_conflict') && error.problem.existing_id).toBe(first.id)
  })

  test('an id that would lead elsewhere is refused before it is sent', () => {
    for (const id of ['', '.', '..', undefined as never]) expect(() => cellarbook.orders.get(id)).toThrow(TypeError)
  })
})

test('a dry run tells what would happen, and nothing does', async () => {
  const order = await draft()
  const dry = await cellarbook.orders.confirm(order.id, {}, { dryRun: true })
  expectTypeOf(dry.dry_run).toEqualTypeOf<true>()
  expect(dry).toMatchObject({ id: order.id, status: 'confirmed', dry_run: true })
  for (const event of dry.events) {
    if (event.type !== 'stock_level.changed' || event.redacted) continue
    expectTypeOf(event.data.object).toEqualTypeOf<StockLevel>()
    expect(event.data.object.item.id).toBe(book.keg)
  }
  expect(dry.events.map(({ type }) => type)).toEqual(['order.confirmed', 'stock_level.changed'])
  expect(dry.effects).toBeDefined()
  expect((await cellarbook.orders.get(order.id)).status).toBe('draft')
})

describe('lists', () => {
  test('row by row, page by page, one page, all', async () => {
    for (let number = 1; number <= 5; number += 1) await book.partner({ name: `Řada ${number}` })
    const list = cellarbook.partners.list({ search: 'Řada', limit: 2 })
    const names: string[] = []
    for await (const { name } of list) names.push(name)
    expect(names).toEqual([5, 4, 3, 2, 1].map(number => `Řada ${number}`))
    const sizes: number[] = []
    for await (const page of list.pages()) sizes.push(page.data.length)
    expect(sizes).toEqual([2, 2, 1])
    const first = await list.page()
    expect(answerOf(first)!.latestSequence).toBeGreaterThan(5)
    expect((await list.page(first.next_cursor!)).data[0]!.name).toBe('Řada 3')
    expect(await list.all()).toHaveLength(5)
  })

  test('a loop that stops asks for no more pages', async () => {
    const { requests, fetch } = watchedFetch()
    for await (const _ of sdkOf(book.api, { fetch }).partners.list({ limit: 2 })) break
    expect(requests.map(({ path }) => path)).toEqual(['/partners?limit=2'])
  })

  test('one that has a single page, and repeated filters', async () => {
    expect((await cellarbook.units.list().all()).map(({ code }) => code)).toContain('pcs')
    const actions = await cellarbook.orders.actions((await draft()).id).all()
    expect(actions.find(({ key }) => key === 'confirm')).toMatchObject({ allowed: true })
    const events = await cellarbook.events.list({ types: ['item.created', 'goods_receipt.*'] }).all()
    expect(new Set(events.map(({ type }) => type.split('.')[0]))).toEqual(new Set(['item', 'goods_receipt']))
  })
})

describe('refusals', () => {
  test('a problem with its rows', async () => {
    const lines = [{ item_id: book.keg, quantity: 'two', unit: {} }]
    const error = await refusal(cellarbook.orders.create({ partner_id: book.pub, lines: lines as never }))
    expect(error).toMatchObject({ code: 'validation_failed', status: 422, name: 'CellarbookError' })
    expect(error.errors.map(({ field, code }) => [field, code])).toEqual([
      ['lines[0].quantity', 'not_allowed'],
      ['lines[0].unit', 'exactly_one_of'],
    ])
    expect(error.message).toMatch(/^validation_failed: .+ \(lines\[0\]\.quantity: .+; lines\[0\]\.unit: .+\)$/)
    expect(error.requestId).toBe(error.headers.get('x-request-id'))
    expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
  })

  test('the members of a code are typed once it is known', async () => {
    const order = await draft()
    await cellarbook.orders.cancel(order.id)
    const error = await refusal(cellarbook.orders.confirm(order.id))
    expect(isProblem(error, 'not_found')).toBe(false)
    if (!isProblem(error, 'invalid_transition', 'no_lines')) throw error
    expect(error.code === 'invalid_transition' && error.problem).toMatchObject({ allowed_actions: [] })
  })

  test('a wrong key, and a test key that says it is one', async () => {
    const { requests, fetch } = watchedFetch()
    const stranger = sdkOf({ ...book.api, key: 'cb_test_nobody' } as typeof book.api, { fetch })
    expect((await refusal(stranger.me.get())).code).toBe('unauthenticated')
    expect(requests).toHaveLength(1)
    expect(requests[0]!.headers.get('x-service-sandbox')).toBe('1')
  })
})

describe('files', () => {
  test('a PDF as bytes and as a stream', async () => {
    const invoice = await book.issuedInvoice([{ description: 'Čepování', quantity: '1', unit_price: '100' }])
    const pdf = cellarbook.invoices.pdf(invoice.id, { language: 'en' })
    const bytes = await pdf.bytes()
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-')
    let size = 0
    for await (const chunk of await pdf.stream()) size += chunk.length
    expect(size).toBeGreaterThan(1_000)
  })

  test('an attachment in one call, and its content back', async () => {
    const file = { name: 'poznámka.txt', type: 'text/plain', content: 'Dobré pivo' }
    const entity = { type: 'partner', id: book.pub } as const
    const attachment = await uploadAttachment(cellarbook, { ...file, entity, fetch: reaching })
    expect(attachment).toMatchObject({ file_name: 'poznámka.txt', entity_id: book.pub })
    const content = sdkOf(book.api, { fetch: reaching }).attachments.content(attachment.id)
    expect(new TextDecoder().decode(await content.bytes())).toBe('Dobré pivo')
  })
})

/** Addresses in answers are the public ones of the service; here it is elsewhere. */
const reaching: typeof fetch = async (input, init) => {
  const response = await fetch(String(input).replace(testBaseUrl, service.address), { ...init, redirect: 'manual' })
  const location = response.status === 302 && response.headers.get('location')
  return location ? fetch(location.replace(testBaseUrl, service.address)) : response
}
