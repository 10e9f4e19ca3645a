/** Returnable packaging on invoices: copied from the order, asked for, rounded in cash, and outside VAT. */
import { describe, expect, test } from 'vitest'
import { type Depot, depot } from '../support/deposits.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import { ledgerOf } from '../support/treasury.ts'

const service = useService()
const paid_at = '2026-11-20'

/** Three kegs of 1 000 at 21 %, two of them on deposit: 3 630.00 and 2 000.00. */
async function invoiced(book: Depot, head: object = {}): Promise<Told> {
  const line = book.line('3', { unit_price: '1000', deposit_id: book.keg50, deposit_quantity: '2' })
  const order = await book.confirmed([line], head)
  const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
  return (await book.read(`/invoices/${created.id}`)).now
}

const free = (rest: object = {}) => ({ description: 'Sudy', quantity: '3', unit_price: '1000', ...rest })

describe('of an order', () => {
  test('200: what was agreed is asked for beside the goods, and paid with them', async () => {
    const book = await depot(service)
    const order = await book.confirmed([
      book.line('3', { unit_price: '1000', deposit_id: book.keg50, deposit_quantity: '2' }),
    ])
    await book.raise('1500')
    const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
    const path = `/invoices/${created.id}`
    expect((await book.read(path)).now).toMatchObject({
      totals: { excl_vat: '3000.00', vat: '630.00', incl_vat: '3630.00', deposit: '2000.00' },
      payable: '5630.00',
      rounding: '0.00',
      amount_remaining: '5630.00',
      lines: [{ deposit: { id: book.keg50, pieces: '2', total: '2000.00' } }],
    })
    const [listed] = (await book.api.get(`/invoices?order_id=${order.id}`)).body.data
    expect(listed).toMatchObject({ totals: { deposit: '2000.00' }, payable: '5630.00', amount_credited: '0.00' })
    await book.act(path, 'issue')
    const pay = (amount?: string) => book.run(path, 'mark_paid', { paid_at, ...(amount && { amount }) })
    expect((await pay('3630')).body).toMatchObject({ status: 'issued', amount_remaining: '2000.00' })
    expect((await pay('2000.01')).body.code).toBe('overpay')
    expect((await pay()).body).toMatchObject({ status: 'paid', amount_paid: '5630.00', amount_remaining: '0.00' })
    expect((await book.act(path, 'revert_payment')).body).toMatchObject({ status: 'issued', amount_paid: '3630.00' })
  })

  test('200 in cash: payable in whole crowns, the rounding beside it, what remains unrounded', async () => {
    const book = await depot(service)
    const line = book.line('1', { unit_price: '100.50', deposit_id: book.keg50, deposit_quantity: '1' })
    for (const [payment_method, payable, rounding] of [
      ['cash', '1122.00', '0.39'],
      ['card', '1121.61', '0.00'],
      [null, '1121.61', '0.00'],
    ]) {
      const order = await book.confirmed([line], { payment_method })
      const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
      expect((await book.read(`/invoices/${created.id}`)).now).toMatchObject({
        totals: { incl_vat: '121.61', deposit: '1000.00' },
        payable,
        rounding,
        amount_remaining: '1121.61',
      })
    }
  })

  test('200 in cash: whole crowns settle it, and a credit note is rounded like its invoice', async () => {
    const book = await depot(service)
    const line = book.line('1', { unit_price: '100.50', deposit_id: book.keg50, deposit_quantity: '1' })
    const order = await book.confirmed([line], { payment_method: 'cash' })
    const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
    const path = `/invoices/${created.id}`
    await book.act(path, 'issue')
    const paid = (await book.run(path, 'mark_paid', { paid_at })).body
    expect(paid).toMatchObject({ status: 'paid', amount_paid: '1121.61', amount_remaining: '0.00' })
    expect(await ledgerOf(service, path)).toEqual(['CASH 1122 -0.39'])
    const note = await book.credited(created.id)
    expect(note).toMatchObject({ payable: '-1122.00', rounding: '-0.39', amount_remaining: '-1121.61' })
    await book.run(`/invoices/${note.id}`, 'mark_paid', { paid_at })
    expect(await ledgerOf(service, `/invoices/${note.id}`)).toEqual(['CASH -1122 0.39'])
  })

  test('200: a line that follows another quantity keeps the agreed amount of its deposit', async () => {
    const book = await depot(service)
    const { id, lines } = await invoiced(book)
    await book.raise('1500')
    const path = `/invoices/${id}/lines/${lines[0].id}`
    const deposit = async (body: object) => (await book.api.patch(path, body)).body.deposit
    expect(await deposit({ description: 'Sudy 50 l' })).toEqual(lines[0].deposit)
    expect(await deposit({ quantity: '5', unit: { unit_code: 'pcs' } })).toMatchObject({
      pieces: '5',
      total: '5000.00',
    })
    expect(await deposit({ deposit_quantity: '1' })).toMatchObject({ pieces: '1', total: '1000.00' })
    expect(await deposit({ deposit_id: null })).toEqual({ id: null, pieces: '0', total: '0.00' })
    expect(await deposit({ deposit_id: book.keg50 })).toMatchObject({ pieces: '5', total: '7500.00' })
    expect((await book.read(`/invoices/${id}`)).now.totals.deposit).toBe('7500.00')
  })
})

describe('free', () => {
  test('201: none by default; the quantity rounded up, or the pieces that are sent', async () => {
    const book = await depot(service)
    const { lines, totals } = await book.invoice([
      free(),
      free({ deposit_id: book.keg50, quantity: '2.5' }),
      free({ deposit_id: book.keg50, deposit_quantity: '1' }),
      free({ deposit_id: null, deposit_quantity: '3' }),
    ])
    expect(lines.map(({ deposit }: Told) => deposit.total)).toEqual(['0.00', '3000.00', '1000.00', '0.00'])
    expect(totals).toEqual({ excl_vat: '11500.00', vat: '2415.00', incl_vat: '13915.00', deposit: '4000.00' })
    const euro = await book.invoice([free({ deposit_id: book.euro })], { currency: 'EUR' })
    expect(euro).toMatchObject({ totals: { deposit: '120.00' }, payable: '3750.00' })
  })

  test('422: unknown, out of use, of another currency, pieces of nothing', async () => {
    const book = await depot(service)
    const head = { partner_id: book.pub, warehouse_id: book.main }
    const cases: [object, string][] = [
      [{ deposit_id: nobody }, 'deposit_id invalid_reference'],
      [{ deposit_id: 'x' }, 'deposit_id invalid_reference'],
      [{ deposit_id: book.old }, 'deposit_id invalid_reference'],
      [{ deposit_id: book.euro }, 'deposit_id invalid_reference'],
      [{ deposit_quantity: '1' }, 'deposit_quantity not_allowed'],
      [{ deposit_id: book.keg50, deposit_quantity: '1.5' }, 'deposit_quantity not_allowed'],
      [{ deposit_id: book.keg50, deposit_quantity: '-1' }, 'deposit_quantity not_allowed'],
    ]
    const { id } = await book.invoice([free()])
    for (const [rest, row] of cases) {
      const reply = await book.api.post('/invoices', { ...head, lines: [free(rest)] })
      expect(faultsOf(reply), row).toEqual([`lines[0].${row}`])
      expect(faultsOf(await book.api.post(`/invoices/${id}/lines`, free(rest))), row).toEqual([row])
    }
  })

  test('409 conflict: another currency while lines carry deposits', async () => {
    const book = await depot(service)
    const { id, lines } = await book.invoice([free({ deposit_id: book.keg50 })])
    const path = `/invoices/${id}`
    expect((await book.api.patch(path, { currency: 'EUR' })).body.code).toBe('conflict')
    await book.api.patch(`${path}/lines/${lines[0].id}`, { deposit_id: null })
    expect((await book.api.patch(path, { currency: 'EUR' })).body.currency).toBe('EUR')
  })
})
