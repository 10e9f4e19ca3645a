/** Repacks as the kernel knows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { Repack } from './schema.ts'
import { repackTable } from './store.ts'
import { repackWorkflow } from './workflow.ts'

export const repacks = defineDocument({
  object: 'repack',
  id: 'repacks',
  path: '/repacks',
  name: 'a repack',
  many: 'repacks',
  access: { read: { scopes: ['stock:read'] }, write: { scopes: ['stock:write'] } },
  family: 'repack',
  workflow: repackWorkflow,
  table: repackTable,
  listed: Repack,
  detail: Repack,
  guards: ({ keg_tap_id }) => (keg_tap_id === null ? {} : { confirm: false, cancel: false }),
  view: repack => ({
    number: repack.number,
    status: repack.status,
    date: repack.date,
    warehouse: { id: repack.warehouse_id, name: repack.warehouse_name },
    stock_issue_id: repack.issue_id,
    goods_receipt_id: repack.receipt_id,
    keg_tap_id: repack.keg_tap_id,
    notes: repack.notes,
    external_ref: referenceOf(repack),
  }),
})
