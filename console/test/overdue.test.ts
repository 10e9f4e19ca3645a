/** What is late: the same as the lists of the service say. */
import type { InvoiceListItem, ReceivedInvoiceListItem } from '@cellarbook/sdk'
import { expect, test } from 'vitest'
import { isOverdue } from '../src/screens/invoices/stages.ts'
import { isOverdue as isBillOverdue } from '../src/screens/received/stages.ts'

const today = '2026-11-18'

test('an invoice is late from the day after it is due, while something remains', () => {
  const invoice = { status: 'issued', due_date: '2026-11-17', amount_remaining: '10.00' } as InvoiceListItem
  expect(isOverdue(invoice, today)).toBe(true)
  expect(isOverdue({ ...invoice, due_date: today }, today)).toBe(false)
  expect(isOverdue({ ...invoice, due_date: null }, today)).toBe(false)
  expect(isOverdue({ ...invoice, amount_remaining: '0.00' }, today)).toBe(false)
})

test('a received one likewise', () => {
  const bill = { status: 'confirmed', due_date: '2026-11-17', amount_remaining: '10.00' } as ReceivedInvoiceListItem
  expect(isBillOverdue(bill, today)).toBe(true)
  expect(isBillOverdue({ ...bill, due_date: today }, today)).toBe(false)
  expect(isBillOverdue({ ...bill, amount_remaining: '0.00' }, today)).toBe(false)
})
