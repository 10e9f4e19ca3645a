/** GET /units. */
import { defineLookup } from '../../../kernel/lookup.ts'
import { Unit } from './schema.ts'
import { listUsableUnits } from './store.ts'

export const listUnits = defineLookup({
  id: 'units.list',
  path: '/units',
  summary: 'List the units this account may use',
  record: Unit,
  list: ({ db, account }) => listUsableUnits(db, account.book.id, account.tenant.unitSystem),
  view: (unit, livemode): Unit => ({ object: 'unit', ...unit, livemode }),
})
