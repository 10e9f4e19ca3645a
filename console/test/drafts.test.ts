/** When a form that is being filled in is worth asking the service about. */
import { expect, test } from 'vitest'
import { blankGridLine, blankInvoice, isCountable } from '../src/screens/invoices/draft.ts'
import { blankDraft, blankLine, isPriceable } from '../src/screens/orders/draft.ts'

const line = { ...blankGridLine(), description: 'Rozvoz', quantity: '3', unit_price: '50' }
const invoice = { ...blankInvoice('main'), partner_id: 'pub', lines: [line, blankGridLine()] }

test('an invoice is counted once its lines are whole and its days are days', () => {
  expect(isCountable(invoice)).toBe(true)
  expect(isCountable({ ...invoice, due_date: '2026-11-15' })).toBe(true)
  expect(isCountable({ ...invoice, partner_id: '' })).toBe(false)
  expect(isCountable({ ...invoice, lines: [{ ...line, unit_price: '' }] })).toBe(false)
  for (const name of ['issue_date', 'tax_point_date', 'due_date']) {
    expect(isCountable({ ...invoice, [name]: '31.2.' }), name).toBe(false)
  }
})

const ordered = { ...blankLine(), item_id: 'keg', quantity: '3' }
const order = { ...blankDraft(), partner_id: 'pub', lines: [ordered, blankLine()] }

test('an order is priced once its lines are whole and its day is a day', () => {
  expect(isPriceable(order)).toBe(true)
  expect(isPriceable({ ...order, delivery_date: '2026-11-15' })).toBe(true)
  expect(isPriceable({ ...order, partner_id: '' })).toBe(false)
  expect(isPriceable({ ...order, lines: [{ ...ordered, quantity: '' }] })).toBe(false)
  expect(isPriceable({ ...order, delivery_date: '31.2.' })).toBe(false)
})
