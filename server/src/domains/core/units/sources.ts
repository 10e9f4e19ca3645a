/** All units of a book, as the settings need to know them. */

import { defineSource } from '../../../kernel/snapshot.ts'
import { assert } from '../../../lib/assert.ts'
import { listAllUnits, type UnitRow } from './store.ts'

export const allUnits = defineSource({ load: ({ db, account }) => listAllUnits(db, account.book.id) })

export function unitById(units: readonly UnitRow[], id: string): UnitRow {
  const unit = units.find(candidate => candidate.id === id)
  assert(unit, 'an item is kept in a unit of its book')
  return unit
}
