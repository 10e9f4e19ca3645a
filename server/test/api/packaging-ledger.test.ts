/** Packaging that goes out with stock issues and comes back with goods receipts, and the ledger that keeps it. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { type KegBook, kegBook } from '../support/empties.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()

/** Empties that the pub brings with a goods receipt. */
async function brought(book: KegBook, item: string, quantity: string, head: object = {}) {
  const receipt = await book.receipt([{ item, quantity, unit: 'pcs' }], {
    movement_purpose: 'packaging_return',
    partner_id: book.pub,
    ...head,
  })
  expect(receipt.status, receipt.text).toBe(201)
  return { id: receipt.body.id, reply: await book.run(`/goods-receipts/${receipt.body.id}`, 'confirm') }
}

describe('out', () => {
  test('200: an issue to a partner moves the packaging its goods are filled in; taken back, it is reversed', async () => {
    const book = await kegBook(service)
    const issue = await book.dispatched({ k50: '10', k30: '4' })
    expect(await book.held()).toBe('10 / 4')
    const [first, second] = await book.movements()
    expect(first).toMatchObject({
      object: 'packaging_movement',
      kind: 'dispatch',
      date: issue.date,
      partner: { id: book.pub, name: 'Hospoda' },
      item: { id: book.shell50, name: 'Prázdný sud 50 l' },
      deposit_id: book.keg50,
      pieces: '10',
      deposit_amount: '1500.00',
      balance_after: '10',
      document: { object: 'stock_issue', id: issue.id, number: issue.number },
      reverses_id: null,
    })
    await book.act(`/stock-issues/${issue.id}`, 'revert_to_draft')
    expect(await book.held()).toBe('0 / 0')
    await book.act(`/stock-issues/${issue.id}`, 'confirm')
    await book.act(`/stock-issues/${issue.id}`, 'cancel')
    expect(await book.moved()).toEqual([
      'dispatch 10',
      'dispatch 4',
      'reversal -10',
      'reversal -4',
      'dispatch 10',
      'dispatch 4',
      'reversal -10',
      'reversal -4',
    ])
    const reversals = await book.movements('&kind=reversal')
    expect(reversals.slice(0, 2).map((row: Told) => row.reverses_id)).toEqual([first.id, second.id])
    const [balance] = (await book.api.get(`/packaging-balances?deposit_id=${book.keg50}`)).body.data
    expect(balance).toMatchObject({ pieces: '0', deposit_total: '0.00' })
  })

  test('200: parts of an order that name no partner are held by the partner of the order', async () => {
    const book = await kegBook(service)
    const order = await book.confirmed([book.line('5', { item_id: book.full50 })])
    for (const quantity of ['3', '2']) {
      const { body } = await book.issue([{ item: book.full50, quantity, unit: 'pcs' }], { order_id: order.id })
      expect(body.partner).toEqual({ id: book.pub, name: 'Hospoda' })
      const cleared = await book.api.patch(`/stock-issues/${body.id}`, { partner_id: null, notes: 'Rampa 2' })
      expect(cleared.body).toMatchObject({ partner: { id: book.pub }, notes: 'Rampa 2' })
      await book.act(`/stock-issues/${body.id}`, 'confirm')
    }
    expect(await book.held()).toBe('5 / 0')
    const back = { warehouse_id: book.main, partner_id: book.pub, lines: [{ deposit_id: book.keg50, pieces: '5' }] }
    expect((await book.api.post('/packaging-returns', back)).status).toBe(201)
  })

  test('200: lines of an order carry what it agreed on, in the share of what left, rounded up', async () => {
    const book = await kegBook(service)
    const line = (quantity: string, rest: object = {}) => book.line(quantity, { item_id: book.full50, ...rest })
    const order = await book.confirmed([
      line('8', { deposit_quantity: '6' }),
      line('2', { deposit_id: null }),
      line('4', { deposit_id: book.keg30 }),
    ])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_stock_issue')).body
    const path = `/stock-issues/${created.id}`
    const { lines } = (await book.read(path)).now
    await book.api.patch(`${path}/lines/${lines[0].id}`, { issued_quantity: '5' })
    await book.api.patch(`${path}/lines/${lines[2].id}`, { issued_quantity: '0' })
    await book.act(path, 'confirm')
    expect(await book.moved()).toEqual(['dispatch 4'])
  })

  test('200: no packaging moves without a partner, for another purpose, of goods without a deposit, in a dry run', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '1' }, { partner_id: null })
    await book.dispatched({ k50: '1' }, { movement_purpose: 'waste' })
    const plain = await book.item({ name: 'Tričko', unit: { unit_code: 'pcs' } })
    await book.received(plain, '5', '10', { unit: 'pcs' })
    await book.issued(plain, '2', { unit: 'pcs', partner_id: book.pub })
    const draft = await book.issue([{ item: book.full50, quantity: '1', unit: 'pcs' }], { partner_id: book.pub })
    await book.api.post(`/stock-issues/${draft.body.id}/actions/confirm?dry_run=true`)
    expect(await book.moved()).toEqual([])
    // Packaging itself, of either purpose that goes to a partner.
    await book.received(book.shell30, '5', '0', { unit: 'pcs' })
    await book.issued(book.shell30, '3', { unit: 'pcs', partner_id: book.pub, movement_purpose: 'packaging_dispatch' })
    expect(await book.moved()).toEqual(['dispatch 3'])
  })

  test('409 sale_kegs_partially_returned: an issue whose kegs came back stays', async () => {
    const book = await kegBook(service)
    const first = await book.dispatched({ k50: '10' })
    const second = await book.dispatched({ k50: '5' })
    await brought(book, book.shell50, '8')
    for (const key of ['cancel', 'revert_to_draft']) {
      const refused = await book.run(`/stock-issues/${first.id}`, key)
      expect([refused.status, refused.body.code]).toEqual([409, 'sale_kegs_partially_returned'])
    }
    const explained = (await book.api.get(`/stock-issues/${first.id}/actions`)).body.data
    expect(explained.find((each: Told) => each.key === 'cancel')).toMatchObject({
      allowed: false,
      blockers: [{ code: 'sale_kegs_partially_returned' }],
    })
    await book.act(`/stock-issues/${second.id}`, 'cancel')
    expect(await book.held()).toBe('2 / 0')
  })
})

describe('back', () => {
  test('200: empties come off the balances of their deposits, by code; cancelled, they are owed again', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    // The same keg on an older deposit, paid before it was raised.
    await book.apply({ deposits: [{ code: 'A50', name: 'Sud', packaging_item: book.shell50, amount: '1000' }] })
    await book.dispatched({ k50: '4' })
    const { id } = await brought(book, book.shell50, '5')
    expect(await book.moved('&kind=return')).toEqual(['return -4', 'return -1'])
    await book.act(`/goods-receipts/${id}`, 'cancel')
    expect(await book.moved('&kind=reversal')).toEqual(['reversal 4', 'reversal 1'])
  })

  test('422 packaging_return_exceeds_balance: more than the partner holds; nothing is received', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    const { reply, id } = await brought(book, book.shell50, '4')
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({
      code: 'packaging_return_exceeds_balance',
      balances: [{ deposit_id: book.keg50, pieces: '3', requested: '4' }],
    })
    expect((await book.read(`/goods-receipts/${id}`)).now.status).toBe('draft')
    const anonymous = await brought(book, book.shell50, '4', { partner_id: null })
    expect(anonymous.reply.status).toBe(200)
    const crown = await book.item({ name: 'Korunka', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
    expect((await brought(book, crown, '4')).reply.status).toBe(200)
    expect(await book.held()).toBe('3 / 0')
  })
})

test('200: a book from before the ledger owes nothing for what it posted then, and is brought in by adjustments', async () => {
  const book = await kegBook(service)
  const old = await book.dispatched({ k50: '4' })
  const { database } = service
  const [row] = await database.many<{ book_id: string }>(sql`select book_id from stock_documents where id = ${old.id}`)
  const bookId = row!.book_id
  await database.run(sql`delete from packaging_movements where book_id = ${bookId}`)
  await database.run(sql`delete from packaging_balances where book_id = ${bookId}`)
  await database.run(sql`update books set packaging_since = last_write_at where id = ${bookId}`)
  expect((await brought(book, book.shell50, '1')).reply.body.code).toBe('packaging_return_exceeds_balance')
  const opening = { partner_id: book.pub, reason: 'Počáteční stav', lines: [{ deposit_id: book.keg50, pieces: '4' }] }
  expect((await book.api.post('/packaging-adjustments', opening)).status).toBe(201)
  expect((await brought(book, book.shell50, '1')).reply.status).toBe(200)
  await book.act(`/stock-issues/${old.id}`, 'cancel')
  expect(await book.held()).toBe('3 / 0')
})

describe('lists', () => {
  test('200: balances and movements by everything they can be asked for', async () => {
    const book = await kegBook(service)
    const other = await book.partner({ name: 'Jiná' })
    await book.dispatched({ k50: '3', k30: '1' }, { date: '2026-09-01' })
    await book.dispatched({ k30: '2' }, { partner_id: other })
    await brought(book, book.shell30, '1')
    const balances = async (query: string) =>
      (await book.api.get(`/packaging-balances?${query}`)).body.data.map((row: Told) => row.pieces).sort()
    expect(await balances('')).toEqual(['0', '2', '3'])
    expect(await balances(`partner_id=${book.pub}&is_open=true`)).toEqual(['3'])
    expect(await balances('is_open=false')).toEqual(['0'])
    expect(await balances(`item_id=${book.shell30}`)).toEqual(['0', '2'])
    expect(await balances(`deposit_id=${book.keg50}&anonymous=false`)).toEqual(['3'])
    expect(await balances('anonymous=true')).toEqual([])
    expect(await book.moved(`&partner_id=${other}`)).toEqual(['dispatch 2'])
    expect(await book.moved(`&item_id=${book.shell50}`)).toEqual(['dispatch 3'])
    expect(await book.moved(`&deposit_id=${book.keg30}&kind=dispatch`)).toEqual(['dispatch 1', 'dispatch 2'])
    expect(await book.moved('&date_to=2026-09-01')).toEqual(['dispatch 3', 'dispatch 1'])
    expect(await book.moved('&date_from=2026-09-02&kind=dispatch')).toEqual(['dispatch 2'])
    expect(faultsOf(await book.api.get('/packaging-balances?partner_id=x'))).toEqual(['partner_id invalid_reference'])
  })

  test('200: a balance shows its partner as it is called now, and comes up again when it is called otherwise', async () => {
    const book = await kegBook(service)
    await book.dispatched({ k50: '3' })
    const [before] = (await book.api.get('/packaging-balances')).body.data
    await book.api.patch(`/partners/${book.pub}`, { name: 'U Lípy' })
    const since = encodeURIComponent(before.updated_at)
    const [after] = (await book.api.get(`/packaging-balances?updated_since=${since}`)).body.data
    expect(after.partner.name).toBe('U Lípy')
    expect(after.updated_at > before.updated_at).toBe(true)
  })
})
