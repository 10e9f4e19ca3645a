/** Follows goods from layer to layer, in waves: each is a few statements, however many layers it has. */
import type { Queryable } from '../../../db/pool.ts'
import { throughProduction } from './production.ts'
import {
  type DocumentRow,
  type LayerRow,
  listLayers,
  listReferring,
  listRepackInputs,
  listRepackOutputs,
  listTakings,
  listTransferred,
  type Taking,
} from './store.ts'

/** A document that moved a layer, and how far from the start that is. */
export interface Step {
  depth: number
  object: 'goods_receipt' | 'stock_issue'
  layer: LayerRow
  document: DocumentRow
  /** What the document moved of the layer. */
  quantity: string
}

export interface Start {
  lotIds: string[]
  /** Of these layers. */
  depth: number
}

/** Long chains end here: a lot is hardly moved more often. */
const deepest = 50

/** The receipts the layers go back to, their own first. */
export async function traceBack(db: Queryable, bookId: string, start: Start): Promise<Step[]> {
  const steps: Step[] = []
  await walk(start, async (lotIds, depth) => {
    const layers = await listLayers(db, bookId, lotIds)
    steps.push(...layers.map(layer => receiptStep(layer, depth)))
    const repackIds = known(layers.map(({ repack_id }) => repack_id))
    const produced = layers.filter(isOfProduction).map(({ lot_id }) => lot_id)
    return [
      ...known(layers.map(({ source_lot_id }) => source_lot_id)),
      ...(await whereAny(repackIds, ids => listRepackInputs(db, bookId, ids))),
      ...(await whereAny(produced, ids => throughProduction().listBehind(db, bookId, ids))),
    ]
  })
  return steps
}

/** The layers themselves and what became of them, and the issues that took from any of these. */
export async function traceOn(
  db: Queryable,
  bookId: string,
  start: Start,
): Promise<{ receipts: Step[]; issues: Step[] }> {
  const receipts: Step[] = []
  const issues: Step[] = []
  await walk(start, async (lotIds, depth) => {
    const layers = await listLayers(db, bookId, lotIds)
    const takings = await listTakings(db, bookId, lotIds)
    receipts.push(...layers.map(layer => receiptStep(layer, depth)))
    issues.push(...issueSteps(layers, takings, depth))
    return listBecome(db, bookId, takings)
  })
  return { receipts, issues }
}

async function listBecome(db: Queryable, bookId: string, takings: readonly Taking[]): Promise<string[]> {
  const moved = takings.filter(({ document }) => document.movement_purpose === 'transfer')
  const repackIds = known(takings.map(({ document }) => document.repack_id))
  const used = takings.filter(({ document }) => isOfProduction(document))
  const lotIds = known(used.map(({ lot_id }) => lot_id))
  return [
    ...(await whereAny(known(moved.map(({ lot_id }) => lot_id)), ids => listTransferred(db, bookId, ids))),
    ...(await whereAny(repackIds, ids => listRepackOutputs(db, bookId, ids))),
    ...(await whereAny(known(used.map(({ document }) => document.document_id)), issueIds =>
      throughProduction().listAhead(db, bookId, { lotIds, issueIds }),
    )),
  ]
}

/** Issues that only name the batch: what was spilled of its malt, what was poured away of its beer. */
export async function traceReferring(
  db: Queryable,
  bookId: string,
  at: { batchId: string; depth: number },
): Promise<Step[]> {
  const takings = await listReferring(db, bookId, at.batchId)
  const layers = await whereAny(known(takings.map(({ lot_id }) => lot_id)), ids => listLayers(db, bookId, ids))
  return issueSteps(layers, takings, at.depth)
}

/** Calls `look` for the layers of each wave; it gives those of the next. None is looked at twice. */
async function walk(
  start: Start,
  look: (lotIds: string[], depth: number) => Promise<readonly string[]>,
): Promise<void> {
  const seen = new Set<string>()
  let lotIds = start.lotIds
  for (let depth = start.depth; lotIds.length > 0 && depth <= deepest; depth += 1) {
    for (const id of lotIds) seen.add(id)
    const next = new Set(await look(lotIds, depth))
    lotIds = [...next].filter(id => !seen.has(id))
  }
}

const receiptStep = (layer: LayerRow, depth: number): Step => ({
  depth,
  object: 'goods_receipt',
  layer,
  document: layer,
  quantity: layer.quantity,
})

/** A layer that was taken back between two statements is left out. */
function issueSteps(layers: readonly LayerRow[], takings: readonly Taking[], depth: number): Step[] {
  const byId = new Map(layers.map(layer => [layer.lot_id, layer]))
  return takings.flatMap(({ lot_id, document, quantity }) => {
    const layer = byId.get(lot_id)
    return layer ? [{ depth, object: 'stock_issue' as const, layer, document, quantity }] : []
  })
}

const isOfProduction = ({ batch_id, packaging_run_id }: DocumentRow): boolean =>
  batch_id !== null || packaging_run_id !== null

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

const whereAny = async <Row>(ids: string[], list: (ids: string[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length === 0 ? [] : list(ids)
