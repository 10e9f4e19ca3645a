/** The wire shapes of the way goods took. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  Nullable,
  OneOf,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../documents/schema.ts'
import { StockLot } from '../lots/endpoints.ts'

export const TraceStep = Shape(
  {
    lot_id: Uuid,
    depth: Type.Integer({
      description: '0 is what is traced, 1 what it was made from or became, and so on.',
    }),
    from_lot_ids: Type.Array(Uuid, {
      description:
        'The lots of the trace that are next to it on the way to what is traced: back from it, those it went into; on ' +
        'from it, those it was made from. Empty where the way begins.',
    }),
    lot_number: Nullable(Type.String()),
    item: ItemRef,
    warehouse: NamedRef,
    document: Shape({
      object: OneOf(['goods_receipt', 'stock_issue']),
      id: Uuid,
      number: Type.String(),
      date: DateText,
      movement_purpose: Type.String(),
    }),
    partner: Nullable(NamedRef),
    batch: Nullable(
      Shape(
        { id: Uuid, number: Type.String() },
        { title: 'TracedBatch', description: 'The batch of the document, or of its packaging run.' },
      ),
    ),
    packaging_run_id: Nullable(described<string>(Uuid, 'The packaging run of the document.')),
    quantity: described<string>(Decimal, 'What the document moved of the lot.'),
    unit: UnitRef,
  },
  { title: 'StockTraceStep' },
)
export type TraceStep = Static<typeof TraceStep>

export const StockLotTrace = Shape({
  object: Type.Literal('stock_lot_trace'),
  lot: StockLot,
  came_from: Type.Array(TraceStep, {
    description: 'Receipts, its own first, back through transfers, repacks, packaging runs and batches.',
  }),
  became: Type.Array(TraceStep, {
    description: 'Receipts of everything it became, through the same, whether any of that was issued or not.',
  }),
  went_to: Type.Array(TraceStep, { description: 'Issues that took from it or from what it became.' }),
  partners: Type.Array(NamedRef, { description: 'Everyone who was issued goods of this lot: the recall list.' }),
  livemode: Type.Boolean(),
})
export type StockLotTrace = Static<typeof StockLotTrace>
