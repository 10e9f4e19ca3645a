/** The trace of a lot by branch. */
import { expect, test } from 'vitest'
import { branchesOf, type TracedLayer, type TraceStep } from '../src/screens/stock/branches.ts'

const step = (lot_id: string, depth: number, from_lot_ids: string[]) =>
  ({ lot_id, depth, from_lot_ids, document: { id: `${lot_id} ${depth}` } }) as TraceStep

const drawn = (layers: readonly TracedLayer[]): string =>
  layers.map(({ lotId, steps, next, isAgain }) => `${lotId}${isAgain ? '^' : steps.length}(${drawn(next)})`).join(' ')

test('each lot stands under the one it was reached from; one reached by two ways branches under the first', () => {
  const steps = [
    step('malt', 0, []),
    step('malt', 0, []),
    step('light', 1, ['malt']),
    step('dark', 1, ['malt']),
    step('keg', 2, ['light']),
    step('mixed', 2, ['light', 'dark']),
    step('sold', 3, ['mixed']),
  ]
  expect(drawn(branchesOf(steps))).toBe('malt2(light1(keg1() mixed1(sold1())) dark1(mixed^()))')
})

test('what leads to a lot that is not there any more begins a branch of its own', () => {
  expect(drawn(branchesOf([step('malt', 0, []), step('keg', 2, ['gone'])]))).toBe('malt1() keg1()')
})
