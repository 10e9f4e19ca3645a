/** Stock issues grouped into an invoice: whatever way an issue was made for an order, it is sold on the order's terms. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import type { Reply } from '../support/client.ts'
import { type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
let book: SalesBook
beforeAll(async () => {
  book = await salesBook(service)
  await book.received(book.keg, '1000', '1', { unit: 'pcs' })
})

const kegs = (quantity: string) => [{ item: book.keg, quantity, unit: 'pcs' }]

/** An issue by hand, as a warehouse writes it that knows the order alone. */
const drafted = async (order: Told, quantity: string, head: object = {}): Promise<string> =>
  (await book.issue(kegs(quantity), { order_id: order.id, ...head })).body.id

async function issuedFor(order: Told, quantity: string): Promise<string> {
  const id = await drafted(order, quantity)
  await book.act(`/stock-issues/${id}`, 'confirm')
  return id
}

async function group(...stock_issue_ids: string[]): Promise<Reply> {
  const { id } = await book.invoice([])
  return book.run(`/invoices/${id}`, 'group_stock_issues', { stock_issue_ids })
}

const linesOf = ({ body }: Reply): string[] =>
  body.lines.map((line: Told) =>
    [line.quantity, line.unit_price, line.discount_pct ?? '-', line.vat_rate_pct].join(' '),
  )

const special = { unit_price: '60', discount_pct: '10', vat_rate_pct: '12' }

/** What an older version wrote: the issue names its order, and its lines nothing. */
const forgetLinks = (...issues: string[]) =>
  service.database.run(sql`update stock_lines set order_line_id = null where document_id = any (${issues}::uuid[])`)

describe('200 group_stock_issues', () => {
  test('an issue with order_id has price, discount and rate of its order', async () => {
    const order = await book.confirmed([book.line('30', special)])
    const grouped = await group(await issuedFor(order, '30'))
    expect(linesOf(grouped)).toEqual(['30 60 10 12'])
    expect(grouped.body.totals).toEqual({ deposit: '0.00', excl_vat: '1620.00', vat: '194.40', incl_vat: '1814.40' })
  })

  test('so have a line that was added, and one that was changed to another item', async () => {
    const bottle = await book.item({ name: 'Láhev', unit: { unit_code: 'pcs' }, sale_price: '9' })
    await book.received(bottle, '100', '1', { unit: 'pcs' })
    const order = await book.confirmed([book.line('5', special), book.line('7', { item_id: bottle, unit_price: '3' })])
    const issue = await drafted(order, '5')
    const added = await book.api.post(`/stock-issues/${issue}/lines`, book.line('2'))
    const body = { item_id: bottle, quantity: '7', unit: { unit_code: 'pcs' } }
    await book.api.patch(`/stock-issues/${issue}/lines/${added.body.id}`, body)
    await book.act(`/stock-issues/${issue}`, 'confirm')
    expect(linesOf(await group(issue))).toEqual(['5 60 10 12', '7 3 - 21'])
  })

  test('one line over two lines of the order becomes two; what is more than was ordered follows the last one', async () => {
    const order = await book.confirmed([book.line('10', special), book.line('4', { unit_price: '80' })])
    expect(linesOf(await group(await issuedFor(order, '20')))).toEqual(['10 60 10 12', '10 80 - 21'])
  })

  test('over two lines on the same terms it stays one', async () => {
    const order = await book.confirmed([book.line('10', special), book.line('4', { ...special, notes: 'later' })])
    expect(linesOf(await group(await issuedFor(order, '12')))).toEqual(['12 60 10 12'])
  })

  test('packaging is asked for with what left: parts add up to the order, and what is more asks for none', async () => {
    const shell = await book.item({ name: 'Přepravka', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
    const { code } = (await book.api.get(`/items/${shell}`)).body
    await book.apply({ deposits: [{ code: 'SH', name: 'Přepravka', packaging_item: code, amount: '100' }] })
    const { data } = (await book.api.get('/deposits')).body
    const packed = { ...special, deposit_id: data.find((each: Told) => each.code === 'SH').id, deposit_quantity: '5' }
    const order = await book.confirmed([book.line('8', packed), book.line('2', { ...packed, deposit_quantity: '2' })])
    const pieces = async (quantity: string) => {
      const { body } = await group(await issuedFor(order, quantity))
      return [...body.lines.map(({ deposit }: Told) => deposit.pieces), body.totals.deposit]
    }
    expect(await pieces('3')).toEqual(['1', '100.00'])
    expect(await pieces('6')).toEqual(['4', '1', '500.00'])
    expect(await pieces('4')).toEqual(['1', '100.00'])
  })

  test('what the order does not have is priced by the cascade', async () => {
    const order = await book.confirmed([book.line('1', { unit_price: '60' })])
    const cup = await book.item({ name: 'Kelímek', unit: { unit_code: 'pcs' }, sale_price: '2' })
    await book.received(cup, '10', '1', { unit: 'pcs' })
    const { id } = (
      await book.issue([...kegs('1'), { item: cup, quantity: '10', unit: 'pcs' }], { order_id: order.id })
    ).body
    await book.act(`/stock-issues/${id}`, 'confirm')
    expect(linesOf(await group(id))).toEqual(['1 60 - 21', '10 2 - 21'])
  })

  test('several issues share the lines of the order, in whatever order they are invoiced', async () => {
    for (const isFirstFirst of [true, false]) {
      const order = await book.confirmed([book.line('6', special), book.line('6', { unit_price: '80' })])
      const [first, second] = [await issuedFor(order, '4'), await issuedFor(order, '8')]
      const later = await group(isFirstFirst ? first : second)
      const last = await group(isFirstFirst ? second : first)
      const lines = { first: ['4 60 10 12'], second: ['2 60 10 12', '6 80 - 21'] }
      expect([linesOf(later), linesOf(last)]).toEqual(
        isFirstFirst ? [lines.first, lines.second] : [lines.second, lines.first],
      )
    }
  })

  test('a draft that is not confirmed yet holds its line of the order', async () => {
    const order = await book.confirmed([book.line('5', special), book.line('5', { unit_price: '80' })])
    const draft = await drafted(order, '5')
    expect(linesOf(await group(await issuedFor(order, '5')))).toEqual(['5 80 - 21'])
    await book.act(`/stock-issues/${draft}`, 'confirm')
    expect(linesOf(await group(draft))).toEqual(['5 60 10 12'])
  })

  test('an invoice that is cancelled gives its part back', async () => {
    const order = await book.confirmed([book.line('5', special), book.line('5', { unit_price: '80' })])
    const [first, second] = [await issuedFor(order, '6'), await issuedFor(order, '4')]
    const mistaken = await group(first)
    await book.act(`/invoices/${mistaken.body.id}`, 'cancel')
    expect(linesOf(await group(second))).toEqual(['4 80 - 21'])
    expect(linesOf(await group(first))).toEqual(['5 60 10 12', '1 80 - 21'])
  })

  test('issues of an older version, whose lines name no line of the order', async () => {
    const order = await book.confirmed([book.line('6', special), book.line('6', { unit_price: '80' })])
    const [first, second] = [await issuedFor(order, '4'), await issuedFor(order, '8')]
    await forgetLinks(first, second)
    expect(linesOf(await group(first, second))).toEqual(['4 60 10 12', '2 60 10 12', '6 80 - 21'])
  })

  test('and invoices of an older version, whose lines name none either', async () => {
    const order = await book.confirmed([book.line('6', special), book.line('6', { unit_price: '80' })])
    const [first, second] = [await issuedFor(order, '4'), await issuedFor(order, '8')]
    const { body } = await group(first)
    await forgetLinks(first, second)
    await service.database.run(sql`update invoice_lines set order_line_id = null where invoice_id = ${body.id}`)
    expect(linesOf(await group(second))).toEqual(['2 60 10 12', '6 80 - 21'])
  })

  test('what was posted counts, not what was asked for', async () => {
    const order = await book.confirmed([book.line('10', special), book.line('10', { unit_price: '80' })])
    const issue = await drafted(order, '15')
    const { now } = await book.read(`/stock-issues/${issue}`)
    await book.api.patch(`/stock-issues/${issue}/lines/${now.lines[0].id}`, { issued_quantity: '11' })
    await book.act(`/stock-issues/${issue}`, 'confirm')
    expect(linesOf(await group(issue))).toEqual(['10 60 10 12', '1 80 - 21'])
  })
})

describe('422 invalid_reference', () => {
  test('goods that left for another reason than a sale', async () => {
    const fit = (await book.issued(book.keg, '1', { unit: 'pcs' })).body.id
    const others: string[] = []
    for (const movement_purpose of ['waste', 'production_out', 'packaging_dispatch', 'other']) {
      others.push((await book.issued(book.keg, '1', { unit: 'pcs', movement_purpose })).body.id)
    }
    const target = { movement_purpose: 'transfer', target_warehouse_id: book.second }
    others.push((await book.issued(book.keg, '1', { unit: 'pcs', ...target })).body.id)
    expect(faultsOf(await group(fit, ...others))).toEqual(
      others.map((_, index) => `stock_issue_ids[${index + 1}] invalid_reference`),
    )
    expect((await group(fit)).status).toBe(200)
  })

  test('an issue for the order of another partner', async () => {
    const partner_id = await book.partner({ name: 'Konkurence' })
    const order = await book.confirmed([book.line('1', special)], { partner_id })
    expect(faultsOf(await group(await issuedFor(order, '1')))).toEqual(['stock_issue_ids[0] invalid_reference'])
  })
})

describe('422 invalid_reference: what is not to be invoiced', () => {
  test('goods that were paid for at a cash desk, with or without the partner', async () => {
    const item_id = await book.item({
      name: 'Láhev',
      unit: { unit_code: 'pcs' },
      sale_price: '100',
      pos_available: true,
    })
    await book.received(item_id, '10', '1', { unit: 'pcs' })
    const sell = async (partner_id: string | null): Promise<string> => {
      const lines = [{ item_id, quantity: '1', unit: { unit_code: 'pcs' } }]
      const sale = await book.api.post('/pos-sales', {
        partner_id,
        lines,
        payment: { method: 'cash', amount: '121.00' },
      })
      expect(sale.status, sale.text).toBe(201)
      return sale.body.stock_issue_id
    }
    const sold = [await sell(book.pub), await sell(null)]
    expect(faultsOf(await group(...sold))).toEqual([
      'stock_issue_ids[0] invalid_reference',
      'stock_issue_ids[1] invalid_reference',
    ])
  })

  test('is told at the place it was sent at, though others are sent twice', async () => {
    const fit = (await book.issued(book.keg, '1', { unit: 'pcs' })).body.id
    const waste = (await book.issued(book.keg, '1', { unit: 'pcs', movement_purpose: 'waste' })).body.id
    expect(faultsOf(await group(fit, fit, waste))).toEqual(['stock_issue_ids[2] invalid_reference'])
  })
})

describe('409 conflict: an issue that is invoiced', () => {
  const taken = (invoice: Told, status: string) => ({
    status: 409,
    body: { code: 'conflict', blockers: [{ object: 'invoice', id: invoice.id, status }] },
  })

  test('is not taken back while its invoice stands, and shows why', async () => {
    const id = (await book.issued(book.keg, '2', { unit: 'pcs' })).body.id
    const path = `/stock-issues/${id}`
    const { body: invoice } = await group(id)
    const before = [await book.read(path), await book.level(book.keg)]
    for (const state of ['draft', 'issued', 'paid']) {
      if (state === 'issued') await book.act(`/invoices/${invoice.id}`, 'issue')
      if (state === 'paid') await book.run(`/invoices/${invoice.id}`, 'mark_paid', { paid_at: '2026-01-05' })
      for (const key of ['cancel', 'revert_to_draft']) {
        expect(await book.run(path, key)).toMatchObject(taken(invoice, state))
      }
    }
    expect([await book.read(path), await book.level(book.keg)]).toEqual(before)
    const { data } = (await book.api.get(`${path}/actions`)).body
    for (const key of ['cancel', 'revert_to_draft']) {
      expect(data.find((action: Told) => action.key === key)).toMatchObject({
        allowed: false,
        blockers: [{ code: 'conflict', blockers: [{ object: 'invoice', id: invoice.id, status: 'paid' }] }],
      })
    }
  })

  test('goes back once the invoice is cancelled, and may be invoiced again', async () => {
    const id = (await book.issued(book.keg, '2', { unit: 'pcs' })).body.id
    const { body: invoice } = await group(id)
    await book.act(`/invoices/${invoice.id}`, 'issue')
    expect(await book.run(`/stock-issues/${id}`, 'revert_to_draft')).toMatchObject(taken(invoice, 'issued'))
    await book.act(`/invoices/${invoice.id}`, 'cancel')
    await book.act(`/stock-issues/${id}`, 'revert_to_draft')
    await book.act(`/stock-issues/${id}`, 'confirm')
    const { body: again } = await group(id)
    expect(await book.run(`/stock-issues/${id}`, 'cancel')).toMatchObject(taken(again, 'draft'))
  })

  test('a credit note does not open it: the invoice still stands', async () => {
    const id = (await book.issued(book.keg, '2', { unit: 'pcs' })).body.id
    const { body: invoice } = await group(id)
    await book.act(`/invoices/${invoice.id}`, 'issue')
    await book.run(`/invoices/${invoice.id}`, 'credit')
    expect(await book.run(`/stock-issues/${id}`, 'cancel')).toMatchObject(taken(invoice, 'issued'))
  })
})
