/** GET /units. */
import { DataOf } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { Unit } from './schema.ts'
import { listUsableUnits, type UnitRow } from './store.ts'

export const listUnits = defineEndpoint({
  id: 'units.list',
  method: 'GET',
  path: '/units',
  summary: 'The units this account may use',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: DataOf(Unit) },
  errors: [],
  async handle(_input, { db, caller }) {
    const units = await listUsableUnits(db, caller.book.id, caller.tenant.unitSystem)
    return { body: { data: units.map(unit => unitView(unit, caller.book.isLive)) } }
  },
})

const unitView = (unit: UnitRow, livemode: boolean): Unit => ({ object: 'unit', ...unit, livemode })
