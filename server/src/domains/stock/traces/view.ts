/** Steps of a trace as they are shown. */
import type { Static } from '../../../contract/schema.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import type { NamedRef } from '../documents/schema.ts'
import { throughProduction } from './production.ts'
import type { TraceStep } from './schema.ts'
import type { DocumentRow, LayerRow } from './store.ts'
import type { Step } from './walk.ts'

/** Batches are known by id alone; their numbers are read once for all lists. */
export async function viewSteps<Lists extends Record<string, readonly Step[]>>(
  { db, account }: Pick<RecordContext, 'db' | 'account'>,
  lists: Lists,
): Promise<{ [Name in keyof Lists]: TraceStep[] }> {
  const documents = new Set(Object.values(lists).flatMap(steps => steps.map(step => step.document)))
  const batchIds = idsOf(documents, ({ batch_id }) => batch_id)
  const runIds = idsOf(documents, ({ packaging_run_id }) => packaging_run_id)
  const isProduced = batchIds.length + runIds.length > 0
  const rows = isProduced ? await throughProduction().listBatches(db, account.book.id, { batchIds, runIds }) : []
  const show = stepView(new Map(rows.map(({ id, number, run_id }) => [run_id ?? id, { id, number }])))
  return Object.fromEntries(Object.entries(lists).map(([name, steps]) => [name, steps.map(show)])) as {
    [Name in keyof Lists]: TraceStep[]
  }
}

const idsOf = (documents: ReadonlySet<DocumentRow>, idOf: (document: DocumentRow) => string | null): string[] => [
  ...new Set([...documents].flatMap(document => idOf(document) ?? [])),
]

/** A trace has thousands of steps of a few layers and documents: each of these is made once and shown by all its steps. */
function stepView(batches: ReadonlyMap<string, { id: string; number: string }>): (step: Step) => TraceStep {
  const layers = new Map<LayerRow, ReturnType<typeof layerView>>()
  const documents = new Map<DocumentRow, ReturnType<typeof documentView>>()
  const batchOf = ({ batch_id, packaging_run_id }: DocumentRow) =>
    batches.get(batch_id ?? packaging_run_id ?? '') ?? null
  return step => {
    const layer = layers.get(step.layer) ?? layerView(step.layer)
    const moved = documents.get(step.document) ?? documentView(step)
    layers.set(step.layer, layer)
    documents.set(step.document, moved)
    return {
      lot_id: step.layer.lot_id,
      depth: step.depth,
      lot_number: step.layer.lot_number,
      item: layer.item,
      warehouse: layer.warehouse,
      document: moved.document,
      partner: moved.partner,
      batch: batchOf(step.document),
      packaging_run_id: step.document.packaging_run_id,
      quantity: step.quantity,
    }
  }
}

const layerView = (layer: LayerRow) => ({
  item: { id: layer.item_id, code: layer.item_code, name: layer.item_name },
  warehouse: { id: layer.warehouse_id, name: layer.warehouse_name },
})

const documentView = ({ object, document }: Step) => ({
  document: {
    object,
    id: document.document_id,
    number: document.document_number,
    date: document.date,
    movement_purpose: document.movement_purpose,
  },
  partner: document.partner_id === null ? null : { id: document.partner_id, name: document.partner_name! },
})

/** Everyone who was issued something: the recall list. */
export function partnersOf(issues: readonly Step[]): Static<typeof NamedRef>[] {
  const partners = issues.flatMap(({ document: { partner_id: id, partner_name: name } }) =>
    id === null ? [] : [[id, { id, name: name! }] as const],
  )
  return [...new Map(partners).values()]
}
