/** Steps of a trace as they are shown: written at once, for there are thousands of them about a few layers and documents. */
import type { JsonText, Static } from '../../../contract/schema.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import type { NamedRef } from '../documents/schema.ts'
import { namesOf } from '../levels/view.ts'
import { throughProduction } from './production.ts'
import type { TraceStep } from './schema.ts'
import type { DocumentRow } from './store.ts'
import type { Step, TracedLayer } from './walk.ts'

/** Batches are known by id alone; their numbers are read once for all lists. */
export async function writeSteps<Lists extends Record<string, readonly Step[]>>(
  { db, account }: Pick<RecordContext, 'db' | 'account'>,
  lists: Lists,
): Promise<{ [Name in keyof Lists]: JsonText }> {
  const documents = new Set(Object.values(lists).flatMap(steps => steps.map(step => step.document)))
  const batchIds = idsOf(documents, ({ batch_id }) => batch_id)
  const runIds = idsOf(documents, ({ packaging_run_id }) => packaging_run_id)
  const isProduced = batchIds.length + runIds.length > 0
  const rows = isProduced ? await throughProduction().listBatches(db, account.book.id, { batchIds, runIds }) : []
  const write = stepWriter(new Map(rows.map(({ id, number, run_id }) => [run_id ?? id, { id, number }])))
  return Object.fromEntries(
    Object.entries(lists).map(([name, steps]) => [name, `[${steps.map(write).join(',')}]`]),
  ) as { [Name in keyof Lists]: JsonText }
}

const idsOf = (documents: ReadonlySet<DocumentRow>, idOf: (document: DocumentRow) => string | null): string[] => [
  ...new Set([...documents].flatMap(document => idOf(document) ?? [])),
]

type Batch = NonNullable<TraceStep['batch']>
type OfLayer = Pick<TraceStep, 'lot_id' | 'from_lot_ids' | 'lot_number' | 'item' | 'warehouse' | 'unit'>
type OfDocument = Pick<TraceStep, 'document' | 'partner' | 'batch' | 'packaging_run_id'>

/** What a layer and a document say is written once for all their steps. */
function stepWriter(batches: ReadonlyMap<string, Batch>): (step: Step) => JsonText {
  const layers = new Map<TracedLayer, JsonText>()
  const documents = new Map<DocumentRow, JsonText>()
  const batchOf = ({ batch_id, packaging_run_id }: DocumentRow) =>
    batches.get(batch_id ?? packaging_run_id ?? '') ?? null
  return step => {
    const ofLayer = layers.get(step.layer) ?? membersText(layerView(step.layer))
    const ofDocument = documents.get(step.document) ?? membersText(documentView(step, batchOf(step.document)))
    layers.set(step.layer, ofLayer)
    documents.set(step.document, ofDocument)
    return `{"depth":${step.depth},${ofLayer},${ofDocument},"quantity":"${step.quantity}"}`
  }
}

/** Without its braces. */
const membersText = (members: OfLayer | OfDocument): JsonText => JSON.stringify(members).slice(1, -1)

const layerView = (layer: TracedLayer): OfLayer => ({
  lot_id: layer.lot_id,
  from_lot_ids: [...layer.from_lot_ids],
  lot_number: layer.lot_number,
  ...namesOf(layer),
})

const documentView = ({ object, document }: Step, batch: Batch | null): OfDocument => ({
  document: {
    object,
    id: document.document_id,
    number: document.document_number,
    date: document.date,
    movement_purpose: document.movement_purpose,
  },
  partner: document.partner_id === null ? null : { id: document.partner_id, name: document.partner_name! },
  batch,
  packaging_run_id: document.packaging_run_id,
})

/** A trace: its plain members, and the lists that are written already. */
export const traceText = (members: object, lists: Record<string, JsonText>): JsonText => {
  const written = Object.entries(lists).map(([name, text]) => `"${name}":${text}`)
  return `${JSON.stringify(members).slice(0, -1)},${written.join(',')}}`
}

/** Everyone who was issued something: the recall list. */
export function partnersOf(issues: readonly Step[]): Static<typeof NamedRef>[] {
  const partners = issues.flatMap(({ document: { partner_id: id, partner_name: name } }) =>
    id === null ? [] : [[id, { id, name: name! }] as const],
  )
  return [...new Map(partners).values()]
}
