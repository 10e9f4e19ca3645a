/** Follows goods from layer to layer, in waves: each is a few statements, however many layers it has. */
import type { Queryable } from '../../../db/pool.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { type Link, throughProduction } from './production.ts'
import {
  type DocumentRow,
  type LayerRow,
  listLayers,
  listReferring,
  listRepackInputs,
  listRepackOutputs,
  listTakings,
  listTransferred,
  type Repacked,
  type Taking,
} from './store.ts'

/** A layer on the way, and the layers of the trace it was made from or, on the way back, that were made of it. */
export interface TracedLayer extends LayerRow {
  from_lot_ids: ReadonlySet<string>
}

/** A document that moved a layer, and how far from the start that is. */
export interface Step {
  depth: number
  object: 'goods_receipt' | 'stock_issue'
  layer: TracedLayer
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
  await walk(start, async ({ lotIds, depth, traced }) => {
    const layers = (await listLayers(db, bookId, lotIds)).map(traced)
    steps.push(...layers.map(layer => receiptStep(layer, depth)))
    return listMadeFrom(db, bookId, layers)
  })
  return steps
}

async function listMadeFrom(db: Queryable, bookId: string, layers: readonly LayerRow[]): Promise<Link[]> {
  const produced = layers.filter(isOfProduction).map(({ lot_id }) => lot_id)
  return [
    ...layers.flatMap(({ lot_id, source_lot_id }) =>
      source_lot_id === null ? [] : [{ lot_id: source_lot_id, from_lot_id: lot_id }],
    ),
    ...(await throughRepacks(layers, ids => listRepackInputs(db, bookId, ids))),
    ...(await whereAny(produced, ids => throughProduction().listBehind(db, bookId, ids))),
  ]
}

/** The layers themselves and what became of them, and the issues that took from any of these. */
export async function traceOn(
  db: Queryable,
  bookId: string,
  start: Start,
): Promise<{ receipts: Step[]; issues: Step[] }> {
  const receipts: Step[] = []
  const issues: Step[] = []
  await walk(start, async ({ lotIds, depth, traced }) => {
    const layers = (await listLayers(db, bookId, lotIds)).map(traced)
    const takings = await listTakings(db, bookId, lotIds)
    receipts.push(...layers.map(layer => receiptStep(layer, depth)))
    issues.push(...issueSteps(layers, takings, depth))
    return listBecome(db, bookId, takings)
  })
  return { receipts, issues }
}

async function listBecome(db: Queryable, bookId: string, takings: readonly Taking[]): Promise<Link[]> {
  const moved = takings.filter(({ document }) => document.movement_purpose === 'transfer')
  const repacked = takings.map(({ lot_id, document: { repack_id } }) => ({ lot_id, repack_id }))
  const used = takings.flatMap(({ lot_id, document }) =>
    isOfProduction(document) ? [{ lot_id, issue_id: document.document_id }] : [],
  )
  return [
    ...(await whereAny(known(moved.map(({ lot_id }) => lot_id)), ids => listTransferred(db, bookId, ids))),
    ...(await throughRepacks(repacked, ids => listRepackOutputs(db, bookId, ids))),
    ...(await whereAny(used, taken => throughProduction().listAhead(db, bookId, taken))),
  ]
}

/** What stands on the other side of repacks: all of it, for each of these. */
async function throughRepacks(
  layers: readonly { lot_id: string; repack_id: string | null }[],
  list: (repackIds: string[]) => Promise<Repacked[]>,
): Promise<Link[]> {
  const others = await whereAny(known(layers.map(({ repack_id }) => repack_id)), list)
  const ofRepack = groupBy(others, ({ repack_id }) => repack_id)
  return layers.flatMap(({ lot_id: from_lot_id, repack_id }) =>
    (ofRepack.get(repack_id ?? '') ?? []).map(({ lot_id }) => ({ lot_id, from_lot_id })),
  )
}

/** Issues that only name the batch: what was spilled of its malt, what was poured away of its beer. */
export async function traceReferring(
  db: Queryable,
  bookId: string,
  at: { batchId: string; depth: number },
): Promise<Step[]> {
  const takings = await listReferring(db, bookId, at.batchId)
  const layers = await whereAny(known(takings.map(({ lot_id }) => lot_id)), ids => listLayers(db, bookId, ids))
  return issueSteps(
    layers.map(layer => ({ ...layer, from_lot_ids: new Set<string>() })),
    takings,
    at.depth,
  )
}

interface Wave {
  lotIds: string[]
  depth: number
  traced: (layer: LayerRow) => TracedLayer
}

/** Calls `look` for the layers of each wave; it gives the way to those of the next. None is looked at twice. */
async function walk(start: Start, look: (wave: Wave) => Promise<readonly Link[]>): Promise<void> {
  // A layer that was met before may be reached again, so what it was reached from grows until the end.
  const reachedFrom = new Map(start.lotIds.map(id => [id, new Set<string>()]))
  const traced = (layer: LayerRow) => ({ ...layer, from_lot_ids: reachedFrom.get(layer.lot_id)! })
  let lotIds = start.lotIds
  for (let depth = start.depth; lotIds.length > 0 && depth <= deepest; depth += 1) {
    const next: string[] = []
    for (const { lot_id, from_lot_id } of await look({ lotIds, depth, traced })) {
      if (!reachedFrom.has(lot_id)) {
        reachedFrom.set(lot_id, new Set())
        next.push(lot_id)
      }
      reachedFrom.get(lot_id)!.add(from_lot_id)
    }
    lotIds = next
  }
}

const receiptStep = (layer: TracedLayer, depth: number): Step => ({
  depth,
  object: 'goods_receipt',
  layer,
  document: layer,
  quantity: layer.quantity,
})

/** A layer that was taken back between two statements is left out. */
function issueSteps(layers: readonly TracedLayer[], takings: readonly Taking[], depth: number): Step[] {
  const byId = new Map(layers.map(layer => [layer.lot_id, layer]))
  return takings.flatMap(({ lot_id, document, quantity }) => {
    const layer = byId.get(lot_id)
    return layer ? [{ depth, object: 'stock_issue' as const, layer, document, quantity }] : []
  })
}

const isOfProduction = ({ batch_id, packaging_run_id }: DocumentRow): boolean =>
  batch_id !== null || packaging_run_id !== null

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter(id => id !== null))]

const whereAny = async <Asked, Row>(asked: Asked[], list: (asked: Asked[]) => Promise<Row[]>): Promise<Row[]> =>
  asked.length === 0 ? [] : list(asked)
