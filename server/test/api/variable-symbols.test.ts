/** Variable symbols: one payment finds one document, whatever its series. */
import { expect, test } from 'vitest'
import { symbolChoices } from '../../src/domains/sales/invoices/symbols.ts'
import { freeLine, salesBook, type Told } from '../support/sales.ts'
import { resealInvoices } from '../support/seals.ts'
import { useService } from '../support/service.ts'

const service = useService()
const rent = freeLine('1000')
const head = { issue_date: '2026-11-01' }

test('200: an invoice and a credit note of the same place do not share one', async () => {
  const book = await salesBook(service)
  const invoices: Told[] = []
  for (const _ of [1, 2, 3]) invoices.push(await book.issuedInvoice([rent], head))
  const notes: Told[] = []
  for (const { id } of invoices) notes.push(await book.credited(id, head))
  expect(invoices.map(({ variable_symbol }) => variable_symbol)).toEqual(['202600001', '202600002', '202600003'])
  expect(notes.map(({ number, variable_symbol }) => [number, variable_symbol])).toEqual([
    ['DOB202600001', '1202600001'],
    ['DOB202600002', '1202600002'],
    ['DOB202600003', '1202600003'],
  ])
  const found = (await book.api.get('/invoices?variable_symbol=202600002')).body.data
  expect(found.map(({ id }: Told) => id)).toEqual([invoices[1].id])
})

test('200: zeros in front make no other symbol; each year begins anew', async () => {
  const book = await salesBook(service)
  const series = (document_kind: 'invoice' | 'credit_note', prefix: string, digits: number) => ({
    document_kind,
    prefix,
    digits,
    is_yearly: false,
  })
  await book.apply({ number_series: [series('invoice', 'F', 6), series('credit_note', 'D', 4)] })
  const invoice = await book.issuedInvoice([rent], head)
  expect(invoice).toMatchObject({ number: 'F000001', variable_symbol: '000001' })
  const note = await book.credited(invoice.id, head)
  expect(note).toMatchObject({ number: 'D0001', variable_symbol: '10001' })
  const other = await book.issuedInvoice([rent], { issue_date: '2025-11-01' })
  expect(other).toMatchObject({ number: 'F000002', variable_symbol: '000002' })
  const later = await book.credited(other.id, { issue_date: '2025-12-01' })
  expect(later).toMatchObject({ number: 'D0002', variable_symbol: '10002' })
})

test('200: documents of an older version keep what they share, new ones share nothing', async () => {
  const book = await salesBook(service)
  const client = await service.database.dedicated()
  const one = await book.issuedInvoice([rent], head)
  const two = await book.issuedInvoice([rent], head)
  await client.query(`update invoices set symbol_year = null, variable_symbol = '202600003' where id = any ($1)`, [
    [one.id, two.id],
  ])
  await client.end()
  await resealInvoices(service)
  expect((await book.issuedInvoice([rent], head)).variable_symbol).toBe('1202600003')
})

test('the choices: own digits, a digit in front, counted on; never zero', () => {
  const first = (number: string, batches: number): string[] => {
    const choices = symbolChoices(number)
    return Array.from({ length: batches }, () => choices.next().value).flat()
  }
  expect(first('FV202600001', 1)).toEqual(
    ['202600001', ...'123456789'].map(digit => (digit.length > 1 ? digit : `${digit}202600001`)),
  )
  expect(first('FV-2026-9999999999', 1)).toEqual(['9999999999'])
  expect(first('FV-2026-9999999999', 2).slice(1, 3)).toEqual(['0000000001', '0000000002'])
  expect(first('F0', 1)).toEqual(['10', '20', '30', '40', '50', '60', '70', '80', '90'])
  expect(first('F7', 2).slice(10, 13)).toEqual(['8', '9', '10'])
})
