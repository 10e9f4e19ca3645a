/** Credit notes set off against their invoice: only the rest is paid, and every way back is open. */
import { describe, expect, test } from 'vitest'
import { freeLine, type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { ledgerOf, stateOf, treasury } from '../support/treasury.ts'

const service = useService()

let known: ReturnType<typeof treasury> | undefined
const shared = () => (known ??= treasury(service))

/** An invoice over ten pieces of 10, and credit notes of some of them. */
async function tenPieces(head: object = {}) {
  const book = await shared()
  const invoice = await book.issuedInvoice([freeLine('10', { quantity: '10', vat_rate_pct: '0' })], head)
  const path = `/invoices/${invoice.id}`
  return {
    book,
    invoice,
    path,
    pay: (amount?: string, rest?: object) => book.pay(path, amount, rest),
    noted: (quantity: string): Promise<Told> =>
      book.credited(invoice.id, { lines: [{ line_id: invoice.lines[0].id, quantity }] }),
    /** Status, paid, remaining and credited. */
    async state(of: string = path) {
      const { now } = await book.read(of)
      return `${stateOf(now)} ${now.amount_credited}`
    },
  }
}

const at = ({ id }: Told): string => `/invoices/${id}`

describe('issued', () => {
  test('200: takes off what remains; both move on; nothing is left to pay', async () => {
    const { book, path, noted, state, invoice } = await tenPieces()
    const before = await book.read(path)
    const note = await noted('4')
    expect(stateOf(note)).toBe('issued 0.00 0.00')
    expect(await state()).toBe('issued 0.00 60.00 40.00')
    expect((await book.read(path)).etag).not.toBe(before.etag)
    expect((await book.read(path)).now.updated_at > before.now.updated_at).toBe(true)
    await noted('6')
    const { now } = await book.read(path)
    expect(now).toMatchObject({ status: 'issued', amount_remaining: '0.00', allowed_actions: ['cancel'] })
    expect((await book.pay(path)).body.code).toBe('invalid_transition')
    expect((await book.run(path, 'cancel')).body).toMatchObject({ code: 'conflict', blockers: [{}, {}] })
    expect((await book.api.get(`${path}/qr`)).body).toMatchObject({ detail: 'Nothing remains to be paid.' })
    expect(invoice.amount_credited).toBe('0.00')
  })

  test('200: of a paid invoice nothing; it is paid back in parts', async () => {
    const { book, pay, noted, state, path } = await tenPieces()
    await pay()
    const note = await noted('10')
    expect(stateOf(note)).toBe('issued 0.00 -100.00')
    expect(note.allowed_actions).toEqual(['mark_paid', 'cancel'])
    const refund = (amount?: string) => book.pay(at(note), amount)
    expect((await refund('100.01')).body.code).toBe('overpay')
    expect((await refund('-1')).body.code).toBe('invalid_amount')
    expect(stateOf((await refund('21')).body)).toBe('issued -21.00 -79.00')
    const types = await typesOf(book, async () => expect(stateOf((await refund()).body)).toBe('paid -100.00 0.00'))
    expect(types).toEqual(['cashflow.created', 'cashflow.paid', 'invoice.paid'])
    expect(stateOf((await book.act(at(note), 'revert_payment')).body)).toBe('issued -21.00 -79.00')
    expect(await ledgerOf(service, at(note))).toEqual(['BANK -21 0', 'BANK -79 0', 'BANK 79 0'])
    expect(await state(path)).toBe('paid 100.00 0.00 0.00')
  })

  test('200: the rest of an invoice paid in part closes it: paid, on the day of its payment', async () => {
    const { book, pay, noted, state, path } = await tenPieces()
    await pay('70')
    let note: Told
    const types = await typesOf(book, async () => {
      note = await noted('4')
    })
    expect(types).toEqual(['invoice.created', 'invoice.issued', 'invoice.paid'])
    expect(stateOf(note)).toBe('issued 0.00 -10.00')
    expect(await state()).toBe('paid 70.00 0.00 30.00')
    expect((await book.read(path)).now).toMatchObject({
      paid_at: '2026-11-20',
      allowed_actions: ['revert_payment', 'credit'],
    })
    expect(stateOf((await book.pay(at(note))).body)).toBe('paid -10.00 0.00')
  })

  test('200: a payment after it pays the rest and no more', async () => {
    const { noted, pay, state } = await tenPieces()
    await noted('3')
    expect((await pay('70.01')).body.code).toBe('overpay')
    expect(stateOf((await pay()).body)).toBe('paid 70.00 0.00')
    expect(await state()).toBe('paid 70.00 0.00 30.00')
  })
})

describe('taken back', () => {
  test('200: a cancelled note leaves what it took, first to other notes', async () => {
    const { book, pay, noted, state } = await tenPieces()
    await pay('60')
    const first = await noted('4')
    const second = await noted('3')
    expect([await state(), stateOf(second)]).toEqual(['paid 60.00 0.00 40.00', 'issued 0.00 -30.00'])
    const types = await typesOf(book, () => book.act(at(first), 'cancel'))
    expect(types).toEqual(['invoice.cancelled', 'invoice.payment_reverted'])
    expect(await state()).toBe('issued 60.00 10.00 30.00')
    expect(await state(at(second))).toBe('issued 0.00 0.00 -30.00')
    expect(await state(at(first))).toBe('cancelled 0.00 -40.00 0.00')
    expect(stateOf((await pay()).body)).toBe('paid 70.00 0.00')
  })

  test('200: a payment taken back is met by notes that wait', async () => {
    const { book, pay, noted, state, path } = await tenPieces()
    await pay('60')
    await pay()
    const note = await noted('5')
    expect(stateOf(note)).toBe('issued 0.00 -50.00')
    const types = await typesOf(book, () => book.act(path, 'revert_payment'))
    expect(types).toEqual(['cashflow.cancelled', 'invoice.payment_reverted'])
    expect(await state()).toBe('paid 60.00 0.00 40.00')
    expect(await state(at(note))).toBe('issued 0.00 -10.00 -40.00')
    expect(stateOf((await book.act(path, 'revert_payment')).body)).toBe('issued 0.00 50.00')
    expect(await state(at(note))).toBe('issued 0.00 0.00 -50.00')
  })

  test('200: a refund taken back is met by what remains of the invoice', async () => {
    const { book, pay, noted, state, path } = await tenPieces()
    await pay()
    const note = await noted('4')
    await book.pay(at(note))
    await book.act(path, 'revert_payment')
    expect([await state(), await state(at(note))]).toEqual(['issued 0.00 100.00 0.00', 'paid -40.00 0.00 0.00'])
    expect(stateOf((await book.act(at(note), 'revert_payment')).body)).toBe('issued 0.00 0.00')
    expect(await state()).toBe('issued 0.00 60.00 40.00')
  })

  test('200: a refund in part and a set-off together settle a note: paid', async () => {
    const { book, pay, noted, state, path } = await tenPieces()
    await pay()
    const note = await noted('4')
    await book.pay(at(note), '15')
    const types = await typesOf(book, () => book.act(path, 'revert_payment'))
    expect(types).toEqual(['cashflow.cancelled', 'invoice.payment_reverted', 'invoice.paid'])
    expect(await state(at(note))).toBe('paid -15.00 0.00 -25.00')
    expect(await state()).toBe('issued 0.00 75.00 25.00')
  })
})
