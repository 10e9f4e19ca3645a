/** What a refund of chosen lines asks for, and where its faults belong. */
import type { PosSale } from '@cellarbook/sdk'
import { expect, test } from 'vitest'
import { negated } from '../src/format/decimal.ts'
import { bodyOfRefund, noLines, pathOfLine } from '../src/screens/bar/refund-draft.ts'

const line = (id: string) => ({ id, quantity: '2', unit: { id: `unit of ${id}` } })
const sale = { lines: [line('beer'), line('bottle')] } as unknown as PosSale

test('chosen lines begin with nothing; a fault belongs to the line that was sent', () => {
  const none = noLines(sale)
  expect(bodyOfRefund(sale, { lines: none, method: 'cash', reason: '' }, undefined).lines).toEqual([])
  const lines = none.map(each => (each.line_id === 'bottle' ? { ...each, quantity: '9' } : each))
  expect(bodyOfRefund(sale, { lines, method: 'cash', reason: '' }, undefined).lines).toEqual([
    { line_id: 'bottle', quantity: '9', unit: { unit_id: 'unit of bottle' } },
  ])
  expect([pathOfLine(lines, 'beer'), pathOfLine(lines, 'bottle')]).toEqual([undefined, 'lines[0]'])
})

test.each([
  ['3.00', '-3.00'],
  ['-3.00', '3.00'],
  ['0.00', '0.00'],
])('%s taken off is %s', (amount, shown) => expect(negated(amount)).toBe(shown))
