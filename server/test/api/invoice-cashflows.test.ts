/** Every payment of an invoice is a cash-flow document: made paid, bound to its invoice, cancelled with the payment. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { freeLine, salesBook, type Told, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
const paid_at = '2026-11-20'

async function treasury() {
  const book = await salesBook(service)
  await book.apply({
    finance_accounts: [
      { code: 'CARD', type: 'card', name: 'Terminál' },
      { code: 'EUR', type: 'bank', name: 'Eura', currency: 'EUR' },
    ],
  })
  const accounts = (await book.api.get('/finance-accounts')).body.data
  const accountOf = (name: string): string => accounts.find((each: Told) => each.name === name).id
  const list = async (query = ''): Promise<Told[]> => (await book.api.get(`/cashflows?limit=200${query}`)).body.data
  return Object.assign(book, {
    list,
    cash: accountOf('Pokladna'),
    card: accountOf('Terminál'),
    euro: accountOf('Eura'),
    /** An issued invoice of that much with VAT. */
    async owed(inclVat: string, head: object = {}): Promise<Told> {
      return book.issuedInvoice([freeLine(inclVat, { vat_rate_pct: '0' })], head)
    },
    /** A confirmed received invoice of that much with VAT. */
    async bill(inclVat: string, head: object = {}): Promise<Told> {
      const supplier = await book.partner({ name: 'Sladovna', is_supplier: true })
      const lines = [{ description: 'Slad', amount: inclVat, vat_rate_pct: '0' }]
      const paper = { supplier_invoice_number: '2026-42', partner_id: supplier, issue_date: '2026-11-02', lines }
      const { body } = await book.api.post('/received-invoices', { ...paper, ...head })
      return (await book.act(`/received-invoices/${body.id}`, 'confirm')).body
    },
    async pay(path: string, body: object = {}): Promise<Told> {
      const reply = await book.run(path, 'mark_paid', { paid_at, ...body })
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    },
  })
}

/** Direction, amount and state, as `income 100.00 confirmed paid`. */
const stateOf = ({ type, amount, status, payment_status }: Told) => `${type} ${amount} ${status} ${payment_status}`
const idOf = ({ id }: Told): string => id

test('200 source_id: the payments of one document, page by page, and what they come to', async () => {
  const book = await treasury()
  const [invoice, other, bill] = [await book.owed('100'), await book.owed('100'), await book.bill('50')]
  for (const amount of ['10', '20', '30']) await book.pay(`/invoices/${invoice.id}`, { amount })
  await book.pay(`/invoices/${other.id}`)
  await book.pay(`/received-invoices/${bill.id}`)
  await book.run(`/invoices/${invoice.id}`, 'revert_payment')
  const amounts: string[] = []
  let cursor = ''
  do {
    const { body } = await book.api.get(`/cashflows?source_id=${invoice.id}&limit=1${cursor}`)
    expect(body.data.map(({ source }: Told) => source)).toEqual([{ object: 'invoice', id: invoice.id }])
    amounts.push(...body.data.map(({ amount, status }: Told) => `${amount} ${status}`))
    cursor = body.has_more ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  expect(amounts.toSorted()).toEqual(['10.00 confirmed', '20.00 confirmed', '30.00 cancelled'])
  expect((await book.list(`&source_id=${bill.id}`)).map(stateOf)).toEqual(['expense 50.00 confirmed paid'])
  expect(await book.list(`&source_id=${book.pub}`)).toEqual([])
  const sums = (await book.api.get(`/reports/cashflow?source_id=${invoice.id}`)).body.data
  expect(sums).toMatchObject([{ income: '30.00', paid: '30.00', count: 2 }])
  expect((await book.api.get('/cashflows?source_id=FV1')).status).toBe(422)
})

describe('mark_paid', () => {
  test('200: an issued invoice: income, paid from the beginning, without actions of its own', async () => {
    const book = await treasury()
    const { id, number } = await book.owed('100.40')
    const path = `/invoices/${id}`
    expect(await typesOf(book, () => book.pay(path))).toEqual(['cashflow.created', 'cashflow.paid', 'invoice.paid'])
    const [cashflow, ...others] = await book.list()
    expect(others).toEqual([])
    expect(cashflow).toMatchObject({
      number: expect.stringMatching(/2026\d*1$/),
      type: 'income',
      status: 'confirmed',
      payment_status: 'paid',
      date: paid_at,
      paid_at,
      description: `Faktura ${number}`,
      amount: '100.40',
      paid_amount: '100.40',
      amount_remaining: '0.00',
      currency: 'CZK',
      payment_method: 'bank_transfer',
      partner: { id: book.pub, name: 'Hospoda' },
      source: { object: 'invoice', id },
      allowed_actions: [],
    })
    expect((await book.read(`/cashflows/${cashflow.id}`)).now).toEqual(cashflow)
    const { data } = (await book.api.get('/events?types=cashflow.*')).body
    expect(data.map((event: Told) => event.data.object)).toEqual([cashflow, cashflow])
    expect(new Set(data.map((event: Told) => event.request_id)).size).toBe(1)
  })

  test('200: what it is for is said in the language of the account, and stays as it was said', async () => {
    const book = await treasury()
    const [first, second] = [await book.owed('10'), await book.owed('20')]
    await book.pay(`/invoices/${first.id}`)
    await service.database.run(sql`update tenants set country_code = 'DE' where slug = ${book.tenant.slug}`)
    // A key of its own: others are known for a moment together with their tenant as it was.
    const elsewhere = await book.tenant.key()
    expect((await elsewhere.post(`/invoices/${second.id}/actions/mark_paid`, { paid_at })).status).toBe(200)
    const said = (await book.list()).map(({ description }) => description)
    expect(said).toEqual([`Invoice ${second.number}`, `Faktura ${first.number}`])
  })

  test('200: a received invoice: an expense to its supplier', async () => {
    const book = await treasury()
    const { id, partner } = await book.bill('250')
    const types = await typesOf(book, () => book.pay(`/received-invoices/${id}`))
    expect(types).toEqual(['cashflow.created', 'cashflow.paid', 'received_invoice.paid'])
    const [cashflow] = await book.list()
    expect(stateOf(cashflow)).toBe('expense 250.00 confirmed paid')
    expect(cashflow).toMatchObject({ description: 'Přijatá faktura 2026-42', partner })
    expect(cashflow.source).toEqual({ object: 'received_invoice', id })
  })

  test('200: each part is a document of its own, with a number of its own', async () => {
    const book = await treasury()
    const path = `/invoices/${idOf(await book.owed('100'))}`
    const types = await typesOf(book, async () => {
      await book.pay(path, { amount: '30' })
      await book.pay(path, { amount: '20', account_id: book.card })
      await book.pay(path, { paid_at: '2026-11-21' })
    })
    const part = ['cashflow.created', 'cashflow.paid']
    expect(types).toEqual([...part, ...part, ...part, 'invoice.paid'])
    const documents = (await book.list()).reverse()
    expect(documents.map(stateOf)).toEqual(['30.00', '20.00', '50.00'].map(each => `income ${each} confirmed paid`))
    expect(documents.map(({ payment_method }) => payment_method)).toEqual(['bank_transfer', 'card', 'bank_transfer'])
    expect(documents.map(({ date }) => date)).toEqual([paid_at, paid_at, '2026-11-21'])
    const numbers = documents.map(({ number }) => Number(number.replace(/\D/g, '')))
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2])
  })

  test('200: in cash the document says what was handed over, not what was settled', async () => {
    const book = await treasury()
    const invoice = await book.pay(`/invoices/${idOf(await book.owed('100.40'))}`, {
      amount: '100',
      account_id: book.cash,
    })
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: '100.40' })
    const bill = await book.pay(`/received-invoices/${idOf(await book.bill('99.60'))}`, {
      amount: '100',
      account_id: book.cash,
    })
    expect(bill).toMatchObject({ status: 'paid', paid_amount: '99.60' })
    const documents = await book.list()
    expect(documents.map(stateOf)).toEqual(['expense 100.00 confirmed paid', 'income 100.00 confirmed paid'])
    expect(documents.map(({ payment_method }) => payment_method)).toEqual(['cash', 'cash'])
    expect(documents.map(({ amount_remaining }) => amount_remaining)).toEqual(['0.00', '0.00'])
  })

  test('200: a credit note is paid back: an expense', async () => {
    const book = await treasury()
    const original = await book.owed('100')
    await book.pay(`/invoices/${original.id}`)
    const credit = await book.credit(original.id)
    const { number } = (await book.act(`/invoices/${credit.id}`, 'issue')).body
    const types = await typesOf(book, () => book.pay(`/invoices/${credit.id}`))
    expect(types).toEqual(['cashflow.created', 'cashflow.paid', 'invoice.paid'])
    const [cashflow] = await book.list('&type=expense')
    expect(cashflow).toMatchObject({
      description: `Dobropis ${number}`,
      source: { object: 'invoice', id: credit.id },
    })
    expect(stateOf(cashflow)).toBe('expense 100.00 confirmed paid')
    const back = await typesOf(book, () => book.act(`/invoices/${credit.id}`, 'revert_payment'))
    expect(back).toEqual(['cashflow.cancelled', 'invoice.payment_reverted'])
    expect((await book.list('&type=expense')).map(stateOf)).toEqual(['expense 100.00 cancelled unpaid'])
  })

  test('200: in euro', async () => {
    const book = await treasury()
    const { id } = await book.bill('10', { currency: 'EUR', exchange_rate: '25' })
    await book.pay(`/received-invoices/${id}`, { account_id: book.euro })
    expect(await book.list()).toMatchObject([{ currency: 'EUR', amount: '10.00' }])
  })

  test('a refused payment and a dry run leave no document', async () => {
    const book = await treasury()
    const path = `/invoices/${idOf(await book.owed('100'))}`
    expect((await book.run(path, 'mark_paid', { paid_at, amount: '100.01' })).body.code).toBe('overpay')
    const dryRun = await book.api.post(`${path}/actions/mark_paid?dry_run=true`, { paid_at })
    expect(dryRun.body.events.map(({ type }: Told) => type)).toEqual([
      'cashflow.created',
      'cashflow.paid',
      'invoice.paid',
    ])
    expect(await book.list()).toEqual([])
  })
})

describe('its own life', () => {
  test('409 invalid_transition: it is paid, reverted and cancelled by its invoice alone', async () => {
    const book = await treasury()
    await book.pay(`/invoices/${idOf(await book.owed('100'))}`)
    const [{ id }] = (await book.list()) as [Told]
    for (const key of ['confirm', 'mark_paid', 'revert_payment', 'cancel']) {
      const { body } = await book.run(`/cashflows/${id}`, key, key === 'mark_paid' ? { paid_at } : undefined)
      expect(body, key).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    }
  })

  test('200: found among the others by type, status, partner, day and words', async () => {
    const book = await treasury()
    const { id, number } = await book.owed('100')
    await book.pay(`/invoices/${id}`)
    const bill = await book.bill('50')
    await book.pay(`/received-invoices/${bill.id}`)
    const own = { cashflow_type: 'expense', amount: '7', description: 'Známky', payment_method: 'cash' }
    await book.api.post('/cashflows', own)
    const amounts = async (query: string) => (await book.list(query)).map(({ amount }) => amount)
    expect(await amounts('&type=income')).toEqual(['100.00'])
    expect(await amounts('&type=expense')).toEqual(['7.00', '50.00'])
    expect(await amounts(`&partner_id=${bill.partner.id}`)).toEqual(['50.00'])
    expect(await amounts(`&search=${number}`)).toEqual(['100.00'])
    expect(await amounts(`&date_from=${paid_at}&date_to=${paid_at}&status=confirmed`)).toEqual(['50.00', '100.00'])
    expect(await book.list(`&search=${encodeURIComponent('Známky')}`)).toMatchObject([{ source: null }])
  })
})

describe('revert_payment', () => {
  test.for(['invoices', 'received-invoices'] as const)(
    '200: cancels the document of the last payment (%s)',
    async of => {
      const book = await treasury()
      const { id } = of === 'invoices' ? await book.owed('100') : await book.bill('100')
      const path = `/${of}/${id}`
      await book.pay(path, { amount: '30' })
      await book.pay(path)
      const [last] = (await book.list()) as [Told]
      const { etag } = await book.read(`/cashflows/${last.id}`)
      const family = of === 'invoices' ? 'invoice' : 'received_invoice'
      const types = await typesOf(book, () => book.act(path, 'revert_payment'))
      expect(types).toEqual(['cashflow.cancelled', `${family}.payment_reverted`])
      const direction = of === 'invoices' ? 'income' : 'expense'
      const cancelled = `${direction} 70.00 cancelled unpaid`
      expect((await book.list()).map(stateOf)).toEqual([cancelled, `${direction} 30.00 confirmed paid`])
      const now = await book.read(`/cashflows/${last.id}`)
      expect(now.etag).not.toBe(etag)
      expect(now.now).toMatchObject({ paid_amount: '0.00', paid_at: null, allowed_actions: [] })
      const [event] = (await book.api.get('/events?types=cashflow.cancelled')).body.data
      expect(event.data.object).toEqual(now.now)
      await book.act(path, 'revert_payment')
      expect((await book.list('&status=confirmed')).map(stateOf)).toEqual([])
      await book.pay(path)
      expect((await book.list('&status=confirmed')).map(stateOf)).toEqual([`${direction} 100.00 confirmed paid`])
      expect(await book.list()).toHaveLength(3)
    },
  )

  test('200: cash that was rounded goes back whole', async () => {
    const book = await treasury()
    const path = `/invoices/${idOf(await book.owed('100.40'))}`
    await book.pay(path, { amount: '100', account_id: book.cash })
    const { body } = await book.act(path, 'revert_payment')
    expect(body).toMatchObject({ status: 'issued', amount_paid: '0.00', amount_remaining: '100.40' })
    expect((await book.list()).map(stateOf)).toEqual(['income 100.00 cancelled unpaid'])
  })
})

describe('the order', () => {
  test('its cashflow_id follows the payments of its invoice', async () => {
    const book = await treasury()
    const order = `/orders/${idOf(await book.confirmed([book.service('2')]))}`
    const invoice = (await book.act(order, 'create_invoice')).body.invoice_id
    const path = `/invoices/${invoice}`
    await book.act(path, 'issue')
    const shown = async () => (await book.read(order)).now.cashflow_id
    const newest = async () => idOf((await book.list())[0])
    expect(await shown()).toBeNull()
    const { etag } = await book.read(order)
    await book.pay(path, { amount: '21' })
    const first = await newest()
    expect(await shown()).toBe(first)
    expect((await book.read(order)).etag).not.toBe(etag)
    await book.pay(path)
    const second = await newest()
    expect([second === first, await shown()]).toEqual([false, second])
    await book.act(path, 'revert_payment')
    expect(await shown()).toBe(first)
    await book.act(path, 'revert_payment')
    expect(await shown()).toBeNull()
  })
})
