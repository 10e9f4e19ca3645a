/** When a form that is being filled in is worth asking the service about. */
import { expect, test } from 'vitest'
import { blankGridLine, blankInvoice, isCountable } from '../src/screens/invoices/draft.ts'
import { blankDraft, blankLine, bodyOfDraft, isPriceable } from '../src/screens/orders/draft.ts'
import { blankRepack, blankSide, bodyOfRepack } from '../src/screens/repacks/draft.ts'

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

test('a row that somebody began is sent, whatever it lacks, and none of the others', () => {
  const price = { ...blankLine(), unit_price: '10' }
  expect(bodyOfDraft({ ...order, lines: [blankLine(), price, ordered] }).lines).toMatchObject([
    { unit_price: '10' },
    { item_id: 'keg', quantity: '3' },
  ])
  const side = { ...blankSide(), lot_number: 'L-1' }
  const repack = { ...blankRepack('main'), from: [blankSide()], to: [side] }
  expect(bodyOfRepack(repack)).toMatchObject({ from: [], to: [{ lot_number: 'L-1' }] })
})
