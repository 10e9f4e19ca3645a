/** Steps of a trace as they are shown. */
import type { Static } from '../../../contract/schema.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import type { NamedRef } from '../documents/schema.ts'
import { throughProduction } from './production.ts'
import type { TraceStep } from './schema.ts'
import type { Step } from './walk.ts'

/** Batches are known by id alone; their numbers are read once for all lists. */
export async function viewSteps<Lists extends Record<string, readonly Step[]>>(
  { db, account }: Pick<RecordContext, 'db' | 'account'>,
  lists: Lists,
): Promise<{ [Name in keyof Lists]: TraceStep[] }> {
  const moved = Object.values(lists).flatMap(steps => steps.map(step => step.moved))
  const batchIds = [...new Set(moved.flatMap(({ batch_id }) => batch_id ?? []))]
  const runIds = [...new Set(moved.flatMap(({ packaging_run_id }) => packaging_run_id ?? []))]
  const isProduced = batchIds.length + runIds.length > 0
  const rows = isProduced ? await throughProduction().listBatches(db, account.book.id, { batchIds, runIds }) : []
  const batches = new Map(rows.map(({ id, number, run_id }) => [run_id ?? id, { id, number }]))
  const batchOf = ({ batch_id, packaging_run_id }: Step['moved']) =>
    batches.get(batch_id ?? packaging_run_id ?? '') ?? null
  const views = Object.entries(lists).map(([name, steps]) => [
    name,
    steps.map(step => ({ ...stepView(step), batch: batchOf(step.moved) })),
  ])
  return Object.fromEntries(views)
}

function stepView({ depth, object, layer, moved }: Step): Omit<TraceStep, 'batch'> {
  return {
    lot_id: layer.lot_id,
    depth,
    lot_number: layer.lot_number,
    item: { id: layer.item_id, code: layer.item_code, name: layer.item_name },
    warehouse: { id: layer.warehouse_id, name: layer.warehouse_name },
    document: {
      object,
      id: moved.document_id,
      number: moved.document_number,
      date: moved.date,
      movement_purpose: moved.movement_purpose,
    },
    partner: moved.partner_id === null ? null : { id: moved.partner_id, name: moved.partner_name! },
    packaging_run_id: moved.packaging_run_id,
    quantity: moved.quantity,
  }
}

/** Everyone who was issued something: the recall list. */
export function partnersOf(issues: readonly Step[]): Static<typeof NamedRef>[] {
  const partners = issues.flatMap(({ moved: { partner_id: id, partner_name: name } }) =>
    id === null ? [] : [[id, { id, name: name! }] as const],
  )
  return [...new Map(partners).values()]
}
