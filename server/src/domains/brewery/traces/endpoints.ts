/** GET /batches/{id}/trace: from the lots of malt to everyone who got the beer. */
import { TextOf } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import {
  type ProductionTrace,
  partnersOf,
  type Step,
  traceBack,
  traceOn,
  traceReferring,
  traceText,
  writeSteps,
} from '../../stock/index.ts'
import { batches } from '../batches/document.ts'
import { batchTable } from '../batches/store.ts'
import { BatchTrace, type relations } from './schema.ts'
import {
  listBatchesOf,
  listBeers,
  listLotsAhead,
  listLotsBehind,
  listMaterialLots,
  listProducedLots,
  listRelated,
  type RelatedRow,
} from './store.ts'

export const batchesTraced: ProductionTrace = {
  listBehind: listLotsBehind,
  listAhead: listLotsAhead,
  listBatches: listBatchesOf,
}

const relationOf: Record<RelatedRow['kind'], (typeof relations)[number]> = {
  split_in: 'parent',
  split_out: 'child',
  blend_in: 'blended_from',
  blend_out: 'blended_into',
}

export const batchTrace = defineEndpoint({
  id: 'batches.trace',
  method: 'GET',
  path: '/batches/{id}/trace',
  summary: 'Trace a batch: what it was made of and where its beer went',
  description:
    'From the lots of its materials to everyone who got the beer, through splits, blends and packaging runs. What was ' +
    'undone does not count.',
  access: { scopes: ['brewery:read'], additionalScopes: ['stock:read'] },
  returns: { status: 200, schema: TextOf(BatchTrace), isWritten: true },
  errors: [],
  record: ({ id }, { db, account }) => batchTable.find(db, account.book.id, id!),
  async handle({ record: batch }, ctx) {
    const { db, account } = ctx
    const bookId = account.book.id
    const materials = await traceBack(db, bookId, { lotIds: await listMaterialLots(db, bookId, batch.id), depth: 1 })
    const made = await traceOn(db, bookId, { lotIds: await listProducedLots(db, bookId, batch.id), depth: 1 })
    const referring = await traceReferring(db, bookId, { batchId: batch.id, depth: 1 })
    const issues = withoutDoubles([...made.issues, ...referring])
    const beers = new Set(await listBeers(db, bookId, batch.id))
    const isBeer = ({ layer }: Step) => beers.has(layer.item_id)
    const steps = await writeSteps(ctx, {
      materials,
      beer: made.receipts.filter(isBeer),
      products: made.receipts.filter(step => !isBeer(step)),
      issues,
    })
    const related = await listRelated(db, bookId, batch.id)
    const members: Omit<BatchTrace, keyof typeof steps> = {
      object: 'batch_trace',
      batch: batches.show(batch, account.book.isLive),
      batches: related.map(({ id, number, kind, volume_l }) => ({ id, number, relation: relationOf[kind], volume_l })),
      partners: partnersOf(issues),
      livemode: account.book.isLive,
    }
    return { body: traceText(members, steps) }
  },
})

/** The first of those that are about the same document and layer. */
const withoutDoubles = (steps: readonly Step[]): Step[] =>
  [
    ...new Map(steps.toReversed().map(step => [`${step.document.document_id} ${step.layer.lot_id}`, step])).values(),
  ].toReversed()
