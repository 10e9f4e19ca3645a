/** Money of invoices: payments in parts, accounts, cash that rounds, reversals. */
import { describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { freeLine, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import { ledgerOf, stateOf, treasury } from '../support/treasury.ts'

const service = useService()
const paid_at = '2026-11-20'

let known: ReturnType<typeof treasury> | undefined
const shared = () => (known ??= treasury(service))
const ledger = (path: string) => ledgerOf(service, path)

describe('mark_paid', () => {
  test('200: in parts, then the rest by default; only the whole is told', async () => {
    const book = await shared()
    const path = await book.owed('100')
    const types = await typesOf(book, async () => {
      expect(stateOf((await book.pay(path, '10')).body)).toBe('issued 10.00 90.00')
      expect(stateOf((await book.pay(path, '20.50')).body)).toBe('issued 30.50 69.50')
      expect((await book.read(path)).now.paid_at).toBeNull()
    })
    // Each part is money that moved, so each is a cash-flow document of its own.
    expect(types).toEqual(['cashflow.created', 'cashflow.paid', 'cashflow.created', 'cashflow.paid'])
    const last = await typesOf(book, async () => {
      const { body } = await book.pay(path)
      expect(stateOf(body)).toBe('paid 100.00 0.00')
      expect(body.paid_at).toBe(paid_at)
    })
    expect(last).toEqual(['cashflow.created', 'cashflow.paid', 'invoice.paid'])
    expect(await ledger(path)).toEqual(['BANK 10 0', 'BANK 20.5 0', 'BANK 69.5 0'])
  })

  test('412 stale_version: each payment is a change of the invoice', async () => {
    const book = await shared()
    const path = await book.owed('100')
    const before = await book.read(path)
    const after = await book.pay(path, '10')
    expect(after.headers.etag).not.toBe(before.etag)
    const headers = { 'if-match': before.etag }
    const stale = await book.api.post(`${path}/actions/mark_paid`, { paid_at, amount: '10' }, { headers })
    expect(stale.body.code).toBe('stale_version')
  })

  test('422 required: a payment has a day', async () => {
    const book = await shared()
    const path = await book.owed('100')
    for (const body of [undefined, {}, { amount: '10' }]) {
      expect(faultsOf(await book.run(path, 'mark_paid', body))).toEqual(['paid_at required'])
    }
    const odd = await book.run(path, 'mark_paid', { paid_at: '20.11.2026', amount: 10 })
    expect(faultsOf(odd)).toEqual(['amount not_allowed', 'paid_at not_allowed'])
    expect((await book.run(path, 'mark_paid', { paid_at, method: 'cash' })).body.code).toBe('unknown_field')
  })

  test('422 not_allowed: a day more than 366 days ahead', async () => {
    const book = await shared()
    const path = await book.owed('100')
    const today = dayIn('Europe/Prague', service.clock())
    const on = (days: number) => ({ paid_at: daysAfter(today, days), amount: '1' })
    expect(faultsOf(await book.run(path, 'mark_paid', on(367)))).toEqual(['paid_at not_allowed'])
    expect(stateOf((await book.run(path, 'mark_paid', on(366))).body)).toBe('issued 1.00 99.00')
  })

  test.each(['0', '0.00', '-10', '10.001'])('422 invalid_amount: %s', async amount => {
    const book = await shared()
    const path = await book.owed('100')
    expect((await book.pay(path, amount)).body.code).toBe('invalid_amount')
    expect(stateOf((await book.read(path)).now)).toBe('issued 0.00 100.00')
  })

  test('200: superfluous zeros are no decimals', async () => {
    const book = await shared()
    expect(stateOf((await book.pay(await book.owed('100'), '10.1000')).body)).toBe('issued 10.10 89.90')
  })

  test('422 overpay: more than remains, by a haler', async () => {
    const book = await shared()
    const path = await book.owed('100')
    expect((await book.pay(path, '100.01')).body.code).toBe('overpay')
    await book.pay(path, '60')
    expect((await book.pay(path, '40.01')).body.code).toBe('overpay')
    expect(stateOf((await book.pay(path, '40')).body)).toBe('paid 100.00 0.00')
  })

  test('409 invalid_transition: an invoice over nothing has nothing to be paid', async () => {
    const book = await shared()
    const path = await book.owed('0')
    expect((await book.pay(path)).body).toMatchObject({
      code: 'invalid_transition',
      allowed_actions: ['cancel', 'credit'],
    })
  })
})

describe('accounts', () => {
  test('200: the one that is sent, else the default of the method and currency', async () => {
    const book = await treasury(service)
    const sent = await book.owed('100')
    await book.pay(sent, '10', { account_id: book.second })
    await book.pay(sent, '10', { account_id: null })
    await book.apply({ finance_defaults: [{ payment_method: 'bank_transfer', account: 'BANK2' }] })
    await book.pay(sent, '20')
    expect(await ledger(sent)).toEqual(['BANK2 10 0', 'BANK 10 0', 'BANK2 20 0'])
    const order = await book.confirmed([book.service()], { payment_method: 'cash' })
    const { created } = (await book.act(`/orders/${order.id}`, 'create_invoice')).body
    const path = `/invoices/${created.id}`
    await book.act(path, 'issue')
    await book.pay(path, '10')
    expect(await ledger(path)).toEqual(['CASH 10 0'])
  })

  test('422 account_required: no default in that currency, until there is one', async () => {
    const book = await treasury(service)
    const path = await book.owed('100', { currency: 'EUR', exchange_rate: '25' })
    expect((await book.pay(path)).body.code).toBe('account_required')
    expect(stateOf((await book.pay(path, '40', { account_id: book.euro })).body)).toBe('issued 40.00 60.00')
    await book.apply({ finance_defaults: [{ payment_method: 'bank_transfer', currency: 'EUR', account: 'EUR' }] })
    expect(stateOf((await book.pay(path)).body)).toBe('paid 100.00 0.00')
    expect(await ledger(path)).toEqual(['EUR 40 0', 'EUR 60 0'])
  })

  test('422 invalid_reference: malformed, unknown, of another currency, out of use, of another book', async () => {
    const book = await shared()
    const [foreign] = (await book.live.get('/finance-accounts')).body.data
    const path = await book.owed('100')
    for (const account_id of ['x', nobody, book.euro, book.old, foreign.id]) {
      expect(faultsOf(await book.pay(path, '1', { account_id }))).toEqual(['account_id invalid_reference'])
    }
    expect(await ledger(path)).toEqual([])
  })
})

describe('cash in crowns', () => {
  /** V6: 11 285.10 of the golden example. */
  const golden = [
    freeLine('1234.50', { quantity: '7' }),
    freeLine('18.35', { quantity: '24', discount_pct: '7.5' }),
    freeLine('99.99', { quantity: '3', vat_rate_pct: '12' }),
  ]

  test('200: 11 285 in cash settle 11 285.10; the bank takes it as a part', async () => {
    const book = await shared()
    const { id, totals } = await book.issuedInvoice(golden)
    expect(totals.incl_vat).toBe('11285.10')
    const paid = await book.pay(`/invoices/${id}`, '11285', { account_id: book.cash })
    expect(stateOf(paid.body)).toBe('paid 11285.10 0.00')
    expect(await ledger(`/invoices/${id}`)).toEqual(['CASH 11285 0.1'])
    const other = (await book.issuedInvoice(golden)).id
    expect(stateOf((await book.pay(`/invoices/${other}`, '11285', { account_id: book.bank })).body)).toBe(
      'issued 11285.00 0.10',
    )
  })

  test.each([
    ['100.50', '100', 'paid 100.50 0.00'],
    ['100.51', '100', 'issued 100.00 0.51'],
    ['99.60', '100', 'paid 99.60 0.00'],
    ['99.50', '100', 'paid 99.50 0.00'],
    ['99.49', '100', 'overpay'],
    ['100.10', undefined, 'paid 100.10 0.00'],
    ['0.40', '0.01', 'issued 0.01 0.39'],
    ['0.40', '0.39', 'issued 0.39 0.01'],
    ['0.40', '0.40', 'paid 0.40 0.00'],
    ['0.40', '0.41', 'overpay'],
    ['0.40', undefined, 'paid 0.40 0.00'],
    ['0.60', '0.50', 'issued 0.50 0.10'],
    ['0.60', '0.70', 'overpay'],
    ['0.60', '1', 'paid 0.60 0.00'],
    ['0.60', undefined, 'paid 0.60 0.00'],
    ['1.00', '0.49', 'issued 0.49 0.51'],
  ])('of %s paid %s: %s', async (owed, amount, outcome) => {
    const book = await shared()
    const { body } = await book.pay(await book.owed(owed), amount, { account_id: book.cash })
    expect(body.code ?? stateOf(body)).toBe(outcome)
  })

  test('200 without an amount: whole crowns are handed over, the rest is rounding', async () => {
    const book = await shared()
    const rows: Record<string, string[]> = {
      '100.50': ['CASH 101 -0.5'],
      '100.49': ['CASH 100 0.49'],
      '0.60': ['CASH 1 -0.4'],
      '0.40': ['CASH 0.4 0'],
    }
    for (const [owed, expected] of Object.entries(rows)) {
      const path = await book.owed(owed)
      expect(stateOf((await book.pay(path, undefined, { account_id: book.cash })).body)).toBe(`paid ${owed} 0.00`)
      expect(await ledger(path)).toEqual(expected)
    }
    const card = await book.owed('100.49')
    await book.pay(card)
    expect(await ledger(card)).toEqual(['BANK 100.49 0'])
  })

  test('the last part counts, and a reversal takes its rounding back', async () => {
    const book = await shared()
    const path = await book.owed('100.30')
    await book.pay(path, '50', { account_id: book.bank })
    expect(stateOf((await book.pay(path, '50', { account_id: book.cash })).body)).toBe('paid 100.30 0.00')
    expect(stateOf((await book.act(path, 'revert_payment')).body)).toBe('issued 50.00 50.30')
    expect(await ledger(path)).toEqual(['BANK 50 0', 'CASH 50 0.3', 'CASH -50 -0.3'])
  })

  test('euro in cash does not round', async () => {
    const book = await shared()
    const path = await book.owed('10.40', { currency: 'EUR', exchange_rate: '25' })
    const account_id = book.euroCash
    expect((await book.pay(path, '10.50', { account_id })).body.code).toBe('overpay')
    expect(stateOf((await book.pay(path, '10', { account_id })).body)).toBe('issued 10.00 0.40')
  })
})

describe('revert_payment', () => {
  test('200: takes back the last payment only, one at a time', async () => {
    const book = await shared()
    const path = await book.owed('100')
    for (const amount of ['10', '20', undefined]) await book.pay(path, amount)
    const revert = async () => {
      const { body } = await book.act(path, 'revert_payment')
      expect(body.paid_at).toBeNull()
      return stateOf(body)
    }
    const types = await typesOf(book, async () => expect(await revert()).toBe('issued 30.00 70.00'))
    expect(types).toEqual(['cashflow.cancelled', 'invoice.payment_reverted'])
    expect(await revert()).toBe('issued 10.00 90.00')
    await book.pay(path, '5')
    expect(await revert()).toBe('issued 10.00 90.00')
    expect(await revert()).toBe('issued 0.00 100.00')
    const refused = await book.run(path, 'revert_payment')
    expect(refused.body).toMatchObject({ allowed_actions: ['mark_paid', 'cancel', 'credit'] })
    await book.act(path, 'cancel')
  })

  test('two payments at once never pay more than is owed', async () => {
    const book = await shared()
    const path = await book.owed('100')
    const replies = await Promise.all(Array.from({ length: 8 }, () => book.pay(path, '30')))
    expect(replies.map(({ body }) => body.code ?? 'paid').toSorted()).toEqual([
      ...Array(5).fill('overpay'),
      ...Array(3).fill('paid'),
    ])
    expect(stateOf((await book.read(path)).now)).toBe('issued 90.00 10.00')
  })
})
