/** Vessels as the kernel knows them. */
import { defineDocument } from '../../../kernel/document.ts'
import { Vessel } from './schema.ts'
import { type VesselRow, vesselTable } from './store.ts'
import { vesselWorkflow } from './workflow.ts'

export const vessels = defineDocument({
  object: 'vessel',
  id: 'vessels',
  path: '/vessels',
  name: 'a vessel',
  many: 'vessels',
  access: { read: { scopes: ['brewery:read'] }, write: { scopes: ['brewery:write'] } },
  workflow: vesselWorkflow,
  table: vesselTable,
  listed: Vessel,
  detail: Vessel,
  view: vessel => ({
    code: vessel.code,
    name: vessel.name,
    kind: vessel.kind,
    capacity_l: vessel.capacity_l,
    status: vessel.status,
    batch: occupantOf(vessel),
    contents_l: vessel.contents_l,
    requires_cleaning: vessel.requires_cleaning,
    last_cleaned_at: vessel.last_cleaned_at,
    sort_order: vessel.sort_order,
    is_active: vessel.is_active,
  }),
})

/** The batch a vessel shows. */
export const occupantOf = ({ batch_id, batch_number, batch_name, batch_phase }: VesselRow) =>
  batch_id === null ? null : { id: batch_id, number: batch_number!, name: batch_name, phase: batch_phase! }
