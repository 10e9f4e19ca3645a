/** GET /stock-lots/{id}/trace: where a lot came from and where it went. */
import { TextOf } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { lotView } from '../lots/endpoints.ts'
import { findLot, type LotRow } from '../lots/store.ts'
import { StockLotTrace } from './schema.ts'
import { partnersOf, traceText, writeSteps } from './view.ts'
import { traceBack, traceOn } from './walk.ts'

export const stockLotTrace = defineEndpoint({
  id: 'stockLots.trace',
  method: 'GET',
  path: '/stock-lots/{id}/trace',
  summary: 'Trace a lot: where it came from and where it went',
  description:
    'Through transfers, repacks, packaging runs and batches, both ways. A batch hands on what it had when beer left it, ' +
    'by the order of its ledger: hops of the second half are not behind the first.',
  access: { scopes: ['stock:read'] },
  returns: { status: 200, schema: TextOf(StockLotTrace), isWritten: true },
  errors: [],
  record: async ({ id }, { db, account }) => wrapped(await findLot(db, account.book.id, id!)),
  async handle({ record: { lot } }, ctx) {
    const { db, account } = ctx
    const start = { lotIds: [lot.id], depth: 0 }
    const cameFrom = await traceBack(db, account.book.id, start)
    const { receipts, issues } = await traceOn(db, account.book.id, start)
    const members: Omit<StockLotTrace, 'came_from' | 'became' | 'went_to'> = {
      object: 'stock_lot_trace',
      lot: lotView(lot, account.book.isLive),
      partners: partnersOf(issues),
      livemode: account.book.isLive,
    }
    const became = receipts.filter(({ depth }) => depth > 0)
    return { body: traceText(members, await writeSteps(ctx, { came_from: cameFrom, became, went_to: issues })) }
  },
})

/** A layer has no version of its own. */
const wrapped = (lot: LotRow | undefined): { lot: LotRow; version?: number } | undefined => lot && { lot }
