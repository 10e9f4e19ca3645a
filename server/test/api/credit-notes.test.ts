/** Credit notes: which lines, how much of them, to the haler; what is left, when, and why. */
import { describe, expect, test } from 'vitest'
import { decimal, money, sum } from '../../src/lib/decimal.ts'
import { depot } from '../support/deposits.ts'
import { freeLine, type SalesBook, salesBook, type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

let known: Promise<SalesBook> | undefined
const shared = () => (known ??= salesBook(service))

const reason = 'Reklamace'
const lines = [freeLine('55.55', { vat_rate_pct: '23' }), freeLine('11.11', { quantity: '3', vat_rate_pct: '23' })]
const tried = (book: SalesBook, id: string, body: object = {}) =>
  book.run(`/invoices/${id}`, 'credit', { reason, ...body })

const totalOf = (notes: Told[], name: string): string =>
  money(sum(notes.map(({ totals }) => decimal(totals[name]).times(-1))))

describe('the whole', () => {
  test('200: the mirror of the invoice, line by line, with its reason', async () => {
    const book = await shared()
    const invoice = await book.issuedInvoice(lines, {
      currency: 'EUR',
      exchange_rate: '25',
      issue_date: '2026-11-10',
      notes: 'x',
    })
    const mirrored = ({ totals }: Told) =>
      Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, value === '0.00' ? value : `-${value}`]))
    let note: Told
    const types = await typesOf(book, async () => {
      note = await book.credit(invoice.id, { issue_date: '2026-11-20', notes: 'Zkažené' })
    })
    expect(types).toEqual(['invoice.created'])
    const { data: found } = (await book.api.get(`/invoices?original_invoice_id=${invoice.id}`)).body
    expect(found.map(({ id }: Told) => id)).toEqual([note.id])
    expect(note).toMatchObject({
      document_type: 'credit_note',
      original_invoice_id: invoice.id,
      status: 'draft',
      number: null,
      order_id: null,
      partner: { id: book.pub },
      currency: 'EUR',
      exchange_rate: '25',
      issue_date: '2026-11-20',
      due_date: null,
      tax_point_date: '2026-11-20',
      notes: 'Zkažené',
      reason,
      totals: mirrored(invoice),
      amount_credited: '0.00',
      amount_remaining: `-${invoice.totals.incl_vat}`,
      allowed_actions: ['issue', 'cancel'],
      lines: [
        { quantity: '-1', unit_price: '55.55', totals: mirrored(invoice.lines[0]) },
        { quantity: '-3', unit_price: '11.11', totals: mirrored(invoice.lines[1]) },
      ],
    })
    expect(invoice.reason).toBeNull()
    const { now } = await book.read(`/invoices/${invoice.id}`)
    expect(now).toMatchObject({ status: 'issued', allowed_actions: ['mark_paid', 'cancel'] })
    expect((await tried(book, invoice.id)).body.code).toBe('invalid_transition')
    await book.act(`/invoices/${note.id}`, 'cancel')
    expect((await book.read(`/invoices/${invoice.id}`)).now.allowed_actions).toContain('credit')
  })

  test('422 required: a reason, of 1 to 500 characters', async () => {
    const book = await shared()
    const { id } = await book.issuedInvoice(lines)
    const path = `/invoices/${id}`
    for (const [body, row] of [
      [undefined, 'reason required'],
      [{}, 'reason required'],
      [{ reason: '' }, 'reason not_allowed'],
      [{ reason: null }, 'reason not_allowed'],
      [{ reason: 'x'.repeat(501) }, 'reason not_allowed'],
    ] as const) {
      expect(faultsOf(await book.run(path, 'credit', body))).toEqual([row])
    }
    expect((await tried(book, id, { reason: 'x'.repeat(500) })).status).toBe(200)
  })

  test('200: without lines all that is left', async () => {
    const book = await shared()
    const { id, lines: sold } = await book.issuedInvoice(lines)
    await book.credit(id, { lines: [{ line_id: sold[1].id, quantity: '1' }] })
    const rest = await book.credit(id)
    expect(rest.lines.map(({ quantity }: Told) => quantity)).toEqual(['-1', '-2'])
  })

  test('409 conflict: the lines of a credit note stay the mirror they are', async () => {
    const book = await shared()
    const { id } = await book.issuedInvoice(lines)
    const note = await book.credit(id)
    const path = `/invoices/${note.id}`
    const changed = await book.api.patch(`${path}/lines/${note.lines[0].id}`, { unit_price: '9999' })
    expect(changed.body.code).toBe('conflict')
    expect((await book.api.post(`${path}/lines`, freeLine('1'))).body.code).toBe('conflict')
    expect((await book.read(path)).now.totals).toEqual(note.totals)
  })
})

describe('piece by piece', () => {
  test.each([
    ['10', '0.33', '21'],
    ['3', '3.333', '21'],
    ['7', '0.01', '12'],
    ['9', '1111.11', '15.5'],
  ])('200: %s x %s, every piece, is exactly the invoice', async (quantity, price, vat_rate_pct) => {
    const book = await shared()
    const { id, totals, lines: sold } = await book.issuedInvoice([freeLine(price, { quantity, vat_rate_pct })])
    const notes: Told[] = []
    for (let piece = 0; piece < Number(quantity); piece++) {
      notes.push(await book.credit(id, { lines: [{ line_id: sold[0].id, quantity: '1' }] }))
    }
    for (const name of ['excl_vat', 'vat', 'incl_vat']) expect(totalOf(notes, name), name).toBe(totals[name])
    expect((await book.read(`/invoices/${id}`)).now.allowed_actions).toEqual(['mark_paid', 'cancel'])
  })

  test('200: ten lines of one rate, one by one, in another order, some called off between', async () => {
    const book = await shared()
    const { id, totals, lines: sold } = await book.issuedInvoice(Array(10).fill(freeLine('0.33')))
    const order = [3, 9, 0, 5, 1, 8, 2, 7, 4, 6]
    const credit = (index: number) => book.credit(id, { lines: [{ line_id: sold[index].id, quantity: '1' }] })
    const notes: Told[] = []
    for (const index of order) notes.push(await credit(index))
    for (const index of [2, 5, 7]) {
      await book.act(`/invoices/${notes[index].id}`, 'cancel')
    }
    for (const index of [7, 2, 5]) notes[index] = await credit(order[index]!)
    for (const name of ['excl_vat', 'vat', 'incl_vat']) expect(totalOf(notes, name), name).toBe(totals[name])
  })

  test('409 conflict: of one line never more than is left of it, with the notes as blockers', async () => {
    const book = await shared()
    const { id, lines: sold } = await book.issuedInvoice([freeLine('10', { quantity: '5' }), freeLine('100')])
    const part = (quantity: string) => tried(book, id, { lines: [{ line_id: sold[0].id, quantity }] })
    const first = (await part('3')).body
    expect(first.totals).toEqual({ excl_vat: '-30.00', vat: '-6.30', incl_vat: '-36.30', deposit: '0.00' })
    expect((await part('3')).body).toMatchObject({ code: 'conflict', blockers: [{ object: 'invoice', id: first.id }] })
    const twice = Array(2).fill({ line_id: sold[0].id, quantity: '1.5' })
    expect((await tried(book, id, { lines: twice })).body.code).toBe('conflict')
    expect((await part('2')).body.totals.incl_vat).toBe('-24.20')
    // 121 are left of the invoice, and nothing of this line.
    expect((await part('1')).body.code).toBe('conflict')
    await book.act(`/invoices/${first.id}`, 'cancel')
    expect((await part('1')).status).toBe(200)
  })

  test('422: lines of another invoice, more than was sold, nothing at all, decimals of the unit', async () => {
    const book = await shared()
    const { id, lines: sold } = await book.issuedInvoice([
      ...lines,
      { description: 'Sudy', quantity: '4', unit_price: '1', item_id: book.keg, unit: { unit_code: 'pcs' } },
    ])
    const other = await book.issuedInvoice(lines)
    const faults = async (asked: object[]) => faultsOf(await tried(book, id, { lines: asked }))
    expect(
      await faults([
        { line_id: other.lines[0].id, quantity: '1' },
        { line_id: sold[1].id, quantity: '4' },
        { line_id: nobody, quantity: '1' },
        { line_id: sold[0].id, quantity: '1', deposit_quantity: '1' },
      ]),
    ).toEqual([
      'lines[0].line_id invalid_reference',
      'lines[1].quantity not_allowed',
      'lines[2].line_id invalid_reference',
      'lines[3].deposit_quantity not_allowed',
    ])
    expect(await faults(Array(2).fill({ line_id: sold[1].id, quantity: '2' }))).toEqual([
      'lines[0].quantity not_allowed',
      'lines[1].quantity not_allowed',
    ])
    expect(await faults([{ line_id: sold[0].id, quantity: '0' }])).toEqual(['lines[0].quantity not_allowed'])
    expect(await faults([{ line_id: sold[0].id }])).toEqual(['lines[0].quantity required'])
    expect(await faults([{ line_id: sold[0].id, deposit_quantity: '0' }])).toEqual(['lines[0].quantity required'])
    expect(await faults([])).toEqual(['lines not_allowed'])
    const half = await tried(book, id, { lines: [{ line_id: sold[2].id, quantity: '1.5' }] })
    expect(half.body).toMatchObject({ code: 'quantity_scale', field: 'lines[0].quantity' })
  })
})

describe('packaging', () => {
  /** Four kegs and three deposits of 1 000. */
  async function sold() {
    const book = await depot(service)
    const line = book.line('4', { unit_price: '100', deposit_id: book.keg50, deposit_quantity: '3' })
    const order = await book.confirmed([line])
    const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
    const invoice = (await book.act(`/invoices/${created.id}`, 'issue')).body
    const credit = (asked: object) => tried(book, invoice.id, { lines: [{ line_id: invoice.lines[0].id, ...asked }] })
    return { book, invoice, credit, order }
  }

  test('200: goes with the goods in whole pieces; the last takes the rest', async () => {
    const { book, invoice, credit, order } = await sold()
    const before = await book.read(`/orders/${order.id}`)
    const deposits: string[][] = []
    for (let piece = 0; piece < 4; piece++) {
      const { totals, lines: taken } = (await credit({ quantity: '1' })).body
      deposits.push([taken[0].deposit.pieces, taken[0].deposit.total, totals.deposit, totals.incl_vat])
    }
    expect(deposits).toEqual([
      ['0', '0.00', '0.00', '-121.00'],
      ['-1', '-1000.00', '-1000.00', '-121.00'],
      ['-1', '-1000.00', '-1000.00', '-121.00'],
      ['-1', '-1000.00', '-1000.00', '-121.00'],
    ])
    expect((await credit({ quantity: '1' })).body.code).toBe('invalid_transition')
    expect(invoice.amount_remaining).toBe('3484.00')
    expect(await book.read(`/orders/${order.id}`)).toEqual(before)
  })

  test('200: as many as are sent, none, or alone; 409 conflict above what is left', async () => {
    const { book, invoice, credit } = await sold()
    const alone = (await credit({ deposit_quantity: '2' })).body
    expect(alone).toMatchObject({
      totals: { excl_vat: '0.00', incl_vat: '0.00', deposit: '-2000.00' },
      payable: '-2000.00',
      amount_remaining: '-2000.00',
      lines: [{ quantity: '0', unit: { code: 'pcs' }, deposit: { id: book.keg50, pieces: '-2', total: '-2000.00' } }],
    })
    expect((await credit({ deposit_quantity: '2' })).body).toMatchObject({
      code: 'conflict',
      blockers: [{ id: alone.id }],
    })
    expect(faultsOf(await credit({ deposit_quantity: '4' }))).toEqual(['lines[0].deposit_quantity not_allowed'])
    const goods = (await credit({ quantity: '4', deposit_quantity: '0' })).body
    expect(goods.totals).toEqual({ excl_vat: '-400.00', vat: '-84.00', incl_vat: '-484.00', deposit: '0.00' })
    const rest = await book.credit(invoice.id)
    expect(rest).toMatchObject({ lines: [{ quantity: '0', deposit: { pieces: '-1' } }] })
    expect((await book.act(`/invoices/${alone.id}`, 'issue')).body).toMatchObject({
      status: 'issued',
      amount_credited: '-2000.00',
    })
    expect((await book.read(`/invoices/${invoice.id}`)).now).toMatchObject({
      amount_remaining: '1484.00',
      allowed_actions: ['mark_paid', 'cancel'],
    })
  })
})

describe('dates', () => {
  test('422 not_allowed: never before the invoice, when drafted and when changed', async () => {
    const book = await shared()
    const { id } = await book.issuedInvoice(lines, { issue_date: '2026-11-10', tax_point_date: '2026-11-12' })
    expect(faultsOf(await tried(book, id, { issue_date: '2026-11-09' }))).toEqual(['issue_date not_allowed'])
    const note = await book.credit(id, { issue_date: '2026-11-10' })
    expect(note).toMatchObject({ issue_date: '2026-11-10', tax_point_date: '2026-11-12', due_date: null })
    const change = (body: object) => book.api.patch(`/invoices/${note.id}`, body)
    expect(faultsOf(await change({ issue_date: '2026-11-09' }))).toEqual(['issue_date not_allowed'])
    expect(faultsOf(await change({ tax_point_date: '2026-11-11' }))).toEqual(['tax_point_date not_allowed'])
    expect((await change({ issue_date: '2026-11-11' })).body.tax_point_date).toBe('2026-11-12')
    expect((await change({ issue_date: '2026-11-14' })).body.tax_point_date).toBe('2026-11-14')
    expect((await change({ tax_point_date: '2026-11-13' })).body).toMatchObject({
      issue_date: '2026-11-14',
      tax_point_date: '2026-11-13',
    })
  })

  test('409 conflict: it is not due, in a draft and once issued; other notes may be added', async () => {
    const book = await shared()
    const { id } = await book.issuedInvoice(lines)
    const note = await book.credit(id)
    const path = `/invoices/${note.id}`
    const due_date = '2027-01-01'
    expect((await book.api.patch(path, { due_date })).body.code).toBe('conflict')
    await book.act(path, 'issue')
    expect((await book.api.patch(path, { due_date })).body.code).toBe('conflict')
    expect((await book.api.patch(path, { notes: 'x' })).body).toMatchObject({ notes: 'x', due_date: null })
  })
})
