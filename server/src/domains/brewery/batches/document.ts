/** Batches as the kernel knows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { defineDocument } from '../../../kernel/document.ts'
import { dayIn } from '../../../lib/days.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import { derivedOf, strengthOf } from '../measurements/derived.ts'
import { daysInPhase } from '../measurements/rules.ts'
import { Batch as BatchDetail, BatchListed, type BatchStay as Stay, stayPhases } from './schema.ts'
import { type Batch, type BatchStay, batchTable, listStays } from './store.ts'
import { batchWorkflow } from './workflow.ts'

const stayView = (stay: BatchStay): Stay => ({
  phase: stay.phase,
  vessel_id: stay.vessel_id,
  started_at: stay.started_at,
  ended_at: stay.ended_at,
  volume_l: stay.volume_l,
  loss_l: stay.loss_l,
  note: stay.note,
})

const recipeOf = ({ recipe_id, recipe_name, recipe_version }: Batch) =>
  recipe_id === null ? null : { id: recipe_id, name: recipe_name!, version: recipe_version! }

export const batches = defineDocument({
  object: 'batch',
  id: 'batches',
  path: '/batches',
  name: 'a batch',
  many: 'batches',
  access: { read: { scopes: ['brewery:read'] }, write: { scopes: ['brewery:write'] } },
  family: 'batch',
  workflow: batchWorkflow,
  table: batchTable,
  listed: BatchListed,
  detail: BatchDetail,
  view: batch => ({
    number: batch.number,
    name: batch.name,
    item: { id: batch.item_id, code: batch.item_code, name: batch.item_name },
    recipe: recipeOf(batch),
    brew_date: batch.brew_date,
    planned_volume_l: batch.planned_volume_l,
    volume_l: batch.volume_l,
    phase: batch.phase,
    previous_phase: batch.previous_phase,
    vessel: batch.vessel_id === null ? null : { id: batch.vessel_id, name: batch.vessel_name! },
    warehouse: { id: batch.warehouse_id, name: batch.warehouse_name },
    ...strengthOf(batch),
    latest: batch.latest,
    parent_batch_id: batch.parent_batch_id,
    notes: batch.notes,
    external_ref: referenceOf(batch),
  }),
  async extras(batch, { db, account, today }) {
    const stays = await listStays(db, account.book.id, batch.id)
    const days_in_phase = daysInPhase(stays, { timeZone: account.tenant.timeZone, today })
    return { phases: stays.map(stayView), derived: { ...derivedOf(batch), days_in_phase } }
  },
  // A version of today has been read today alone.
  mayDiffer: ({ phase, updated_at }, { account, today }) =>
    (stayPhases as readonly string[]).includes(phase) &&
    dayIn(account.tenant.timeZone, toMilliseconds(updated_at)) !== today,
  // Where no litre is left, none can leave; where nothing was done, nothing can be undone.
  guards({ volume_l, last_standing }) {
    const hasBeer = volume_l !== '0'
    return { receive_production: hasBeer, record_loss: hasBeer, split: hasBeer, undo_last: last_standing > 0 }
  },
})
