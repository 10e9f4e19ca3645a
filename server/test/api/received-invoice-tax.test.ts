/** The VAT of an imported invoice is the supplier's, as long as the amounts are his. */
import { expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { freshIsdoc, importedInvoice } from '../support/imports.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** At 21 % we count 20.99 and the supplier 21.00; at 12 % we count 12.01 and he 12.00. */
const twoRates = () =>
  freshIsdoc({
    lines: [
      { amount: '99.96', vat: '21', pct: '21', description: 'Chmel' },
      { amount: '100.05', vat: '12', pct: '12', description: 'Slad' },
    ],
    rates: [
      { pct: '21', amounts: { TaxableAmount: '99.96', TaxAmount: '21.00' } },
      { pct: '12', amounts: { TaxableAmount: '100.05', TaxAmount: '12.00' } },
    ],
    vat: { TaxAmount: '33.00' },
    totals: { TaxInclusiveAmount: '233.01', PayableAmount: '233.01' },
  })

/** One line of 99.96 at 21 %, and 21.04 of VAT: 121.00, though we count 20.99. */
const oneRate = (TaxAmount = '21.04') =>
  freshIsdoc({
    lines: [{ amount: '99.96', vat: TaxAmount, pct: '21', description: 'Chmel' }],
    rates: [{ pct: '21', amounts: { TaxableAmount: '99.96', TaxAmount } }],
    vat: { TaxAmount },
    totals: { PayableAmount: '121.00' },
  })

const imported = (api: Client, document: string): Promise<Told> => importedInvoice(service, api, document)
const changeLine = (api: Client, invoice: Told, index: number, body: object) =>
  api.patch(`/received-invoices/${invoice.id}/lines/${invoice.lines[index].id}`, body)
const totalsOf = async (api: Client, { id }: Told) => (await api.get(`/received-invoices/${id}`)).body.totals

test('200: words, category and header change, and 121.00 stays 121.00', async () => {
  const { api, apply } = await newAccount(service)
  await apply({ categories: [{ code: 'RAW', kind: 'category', name: 'Suroviny' }] })
  const [category] = (await api.get('/categories')).body.data
  const invoice = await imported(api, oneRate())
  const given = { excl_vat: '99.96', vat: '21.04', incl_vat: '121.00' }
  expect(invoice.totals).toEqual(given)
  for (const change of [{ description: 'Chmel Žatec' }, { category_id: category.id }, { category_id: null }]) {
    expect((await changeLine(api, invoice, 0, change)).status).toBe(200)
    expect(await totalsOf(api, invoice)).toEqual(given)
  }
  // The same amount in other digits is no other amount.
  await changeLine(api, invoice, 0, { amount: '99.960', vat_rate_pct: '21.0', description: 'Chmel' })
  expect(await totalsOf(api, invoice)).toEqual(given)
  await api.patch(`/received-invoices/${invoice.id}`, { notes: 'Viděno', due_date: '2026-12-24' })
  expect(await totalsOf(api, invoice)).toEqual(given)
})

test('200: another amount or rate, or a new line: the VAT of that rate is counted by us, the others keep theirs', async () => {
  const { api } = await newAccount(service)
  const given = { excl_vat: '200.01', vat: '33.00', incl_vat: '233.01' }
  const amount = await imported(api, twoRates())
  expect(amount.totals).toEqual(given)
  await changeLine(api, amount, 0, { amount: '99.97' })
  expect(await totalsOf(api, amount)).toEqual({ excl_vat: '200.02', vat: '32.99', incl_vat: '233.01' })
  await changeLine(api, amount, 0, { description: 'Chmel' })
  expect((await totalsOf(api, amount)).vat).toBe('32.99')
  await changeLine(api, amount, 1, { amount: '100.06' })
  expect((await totalsOf(api, amount)).vat).toBe('33.00')

  const added = await imported(api, twoRates())
  await api.post(`/received-invoices/${added.id}/lines`, { description: 'Paleta', amount: '0', vat_rate_pct: '12' })
  expect((await totalsOf(api, added)).vat).toBe('33.01')
  await api.post(`/received-invoices/${added.id}/lines`, { description: 'Obal', amount: '100', vat_rate_pct: '0' })
  expect((await totalsOf(api, added)).vat).toBe('33.01')

  const moved = await imported(api, twoRates())
  await changeLine(api, moved, 1, { vat_rate_pct: '0' })
  expect((await totalsOf(api, moved)).vat).toBe('21.00')
})

test('200: a total that its own rates do not make is dropped as a whole', async () => {
  const { api } = await newAccount(service)
  const invoice = await imported(
    api,
    freshIsdoc({
      lines: [
        { amount: '99.96', vat: '21', pct: '21', description: 'Chmel' },
        { amount: '100.05', vat: '12', pct: '12', description: 'Slad' },
      ],
      rates: [
        { pct: '21', amounts: { TaxableAmount: '99.96', TaxAmount: '21.00' } },
        { pct: '12', amounts: { TaxableAmount: '100.05', TaxAmount: '12.00' } },
      ],
      vat: { TaxAmount: '33.10' },
      totals: { PayableAmount: '233.11' },
    }),
  )
  expect(invoice.totals.vat).toBe('33.10')
  await changeLine(api, invoice, 0, { description: 'Chmel Žatec' })
  expect((await totalsOf(api, invoice)).vat).toBe('33.10')
  await changeLine(api, invoice, 0, { amount: '99.97' })
  expect((await totalsOf(api, invoice)).vat).toBe('33.00')
})
