/** Cash-flow documents: their life, and their payments beside it. */
import { describe, expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

const rent = { cashflow_type: 'expense', amount: '12000', description: 'Nájem', payment_method: 'bank_transfer' }
const act = (api: Client, id: string, key: string, body?: object) => api.post(`/cashflows/${id}/actions/${key}`, body)

describe('the way of a cash-flow document', () => {
  test('confirmed at once, paid in parts, payment taken back, cancelled', async () => {
    const { api } = await theAccount()
    const created = await api.post('/cashflows', rent)
    expect(created).toMatchObject({
      status: 201,
      body: {
        type: 'expense',
        status: 'confirmed',
        payment_status: 'unpaid',
        amount: '12000.00',
        paid_amount: '0.00',
        currency: 'CZK',
        allowed_actions: ['mark_paid', 'cancel'],
      },
    })
    expect(created.body.number).toMatch(/^PD\d{4}00001$/)
    const { id } = created.body
    const part = (await act(api, id, 'mark_paid', { paid_at: '2026-11-20', amount: '2000' })).body
    expect(part).toMatchObject({ payment_status: 'partially_paid', allowed_actions: ['mark_paid', 'revert_payment'] })
    const paid = (await act(api, id, 'mark_paid', { paid_at: '2026-11-21' })).body
    expect(paid).toMatchObject({ payment_status: 'paid', paid_at: '2026-11-21', allowed_actions: ['revert_payment'] })
    await act(api, id, 'revert_payment')
    const open = (await act(api, id, 'revert_payment')).body
    expect(open).toMatchObject({ payment_status: 'unpaid', paid_amount: '0.00' })
    expect((await act(api, id, 'cancel')).body).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    const { data } = (await api.get('/events?types=cashflow.*')).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'cashflow.created',
      'cashflow.paid',
      'cashflow.payment_reverted',
      'cashflow.payment_reverted',
      'cashflow.cancelled',
    ])
  })

  test('a draft is confirmed first', async () => {
    const { api } = await theAccount()
    const { body } = await api.post('/cashflows', { ...rent, status: 'draft' })
    expect(body.allowed_actions).toEqual(['confirm', 'cancel'])
    expect((await act(api, body.id, 'mark_paid', { paid_at: '2026-11-20' })).body.code).toBe('invalid_transition')
    expect((await act(api, body.id, 'confirm')).body.status).toBe('confirmed')
  })

  test('sums of the same filter as the list, and what is left in the accounts', async () => {
    const { api } = await newAccount(service)
    const { id } = (await api.post('/cashflows', { ...rent, date: '2026-11-03' })).body
    const later = (
      await api.post('/cashflows', { ...rent, cashflow_type: 'income', amount: '500.5', date: '2026-11-04' })
    ).body
    await api.post('/cashflows', { ...rent, amount: '7', status: 'draft' })
    const sums = async (query = '') => (await api.get(`/reports/cashflow${query}`)).body.data
    const both = { income: '500.50', expense: '12000.00', difference: '-11499.50', paid: '0.00', count: 2 }
    expect(await sums()).toEqual([{ object: 'cashflow_sum', currency: 'CZK', ...both }])
    expect(await sums('?date_from=2026-11-04&date_to=2026-11-04')).toMatchObject([{ difference: '500.50', count: 1 }])
    const running = async (query: string) => (await sums(`?document_ids=${id},${later.id}${query}`))[0].running
    const reached = [
      { id, difference: '-12000.00' },
      { id: later.id, difference: '-11499.50' },
    ]
    expect(await running('')).toEqual(expect.arrayContaining(reached))
    expect(await running('&type=income')).toEqual([{ id: later.id, difference: '500.50' }])
    await act(api, id, 'mark_paid', { paid_at: '2026-11-21', amount: '2000' })
    const balances = (await api.get('/reports/account_balances')).body.data
    const bank = balances.find(({ type }: { type: string }) => type === 'bank')
    expect(bank).toMatchObject({ object: 'account_balance', currency: 'CZK', is_active: true, balance: '-2000.00' })
    expect(await sums(`?account_id=${bank.account_id}`)).toMatchObject([{ paid: '-2000.00', count: 1 }])
    const { data } = (await api.get(`/cashflows?account_id=${bank.account_id}`)).body
    expect(data.map((cashflow: { id: string }) => cashflow.id)).toEqual([id])
    const cash = balances.find(({ type }: { type: string }) => type === 'cash')
    expect(await sums(`?account_id=${cash.account_id}`)).toEqual([])
  })

  test('200: a payment that was taken back counts in no account', async () => {
    const { api } = await newAccount(service)
    const { id } = (await api.post('/cashflows', rent)).body
    const accounts = (await api.get('/finance-accounts')).body.data
    const [bank, cash] = ['bank', 'cash'].map(type => accounts.find((each: { type: string }) => each.type === type).id)
    const listed = async (account: string) => {
      const { data } = (await api.get(`/cashflows?account_id=${account}`)).body
      const [sums] = (await api.get(`/reports/cashflow?account_id=${account}`)).body.data
      return [data.length, sums?.paid]
    }
    await act(api, id, 'mark_paid', { paid_at: '2026-11-18', account_id: bank })
    expect(await listed(bank)).toEqual([1, '-12000.00'])
    await act(api, id, 'revert_payment')
    expect(await listed(bank)).toEqual([0, undefined])
    await act(api, id, 'mark_paid', { paid_at: '2026-11-18', account_id: cash })
    expect([await listed(bank), await listed(cash)]).toEqual([
      [0, undefined],
      [1, '-12000.00'],
    ])
  })

  test('the list by type', async () => {
    const { api } = await newAccount(service)
    await api.post('/cashflows', rent)
    await api.post('/cashflows', { ...rent, cashflow_type: 'income' })
    const { data } = (await api.get('/cashflows?type=expense')).body
    expect(data).toMatchObject([{ type: 'expense' }])
  })
})

describe('refusals', () => {
  test.for<[object, string]>([
    [{ amount: '0' }, 'invalid_amount'],
    [{ amount: '-5' }, 'invalid_amount'],
    [{ amount: '1.005' }, 'invalid_amount'],
    [{ currency: 'EUR' }, 'currency_not_supported'],
  ])('422 %o %s', async ([change, code]) => {
    const { api } = await theAccount()
    expect((await api.post('/cashflows', { ...rent, ...change })).body.code).toBe(code)
  })

  test('422 overpay, invalid_amount and paid_at required', async () => {
    const { api } = await theAccount()
    const { body } = await api.post('/cashflows', rent)
    expect((await act(api, body.id, 'mark_paid', { paid_at: '2026-11-20', amount: '12000.01' })).body.code).toBe(
      'overpay',
    )
    expect((await act(api, body.id, 'mark_paid', { paid_at: '2026-11-20', amount: '0' })).body.code).toBe(
      'invalid_amount',
    )
    expect((await act(api, body.id, 'mark_paid')).body.errors).toMatchObject([{ field: 'paid_at', code: 'required' }])
  })
})
