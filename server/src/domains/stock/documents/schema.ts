/** The wire shapes of goods receipts and stock issues. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Money,
  maxLines,
  Nullable,
  OneOf,
  Patch,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitPrice,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'

export const movementPurposes = [
  'purchase',
  'production_in',
  'production_out',
  'sale',
  'transfer',
  'inventory',
  'inventory_surplus',
  'inventory_shortage',
  'waste',
  'packaging_dispatch',
  'packaging_return',
  'repack',
  'tank_release',
  'packaging_consumption',
  'other',
] as const
export type MovementPurpose = (typeof movementPurposes)[number]

export const stockStatuses = ['draft', 'confirmed', 'cancelled'] as const
export type StockStatus = (typeof stockStatuses)[number]

const movementTypes = ['receipt', 'issue'] as const
export type MovementType = (typeof movementTypes)[number]

export const ItemRef = Shape({ id: Uuid, code: Nullable(Type.String()), name: Type.String() }, { title: 'ItemRef' })
export const NamedRef = Shape({ id: Uuid, name: Type.String() }, { title: 'NamedRef' })

export const StockLine = Shape({
  object: Type.Literal('stock_line'),
  id: Uuid,
  item: ItemRef,
  quantity: Type.Unsafe<string>({ ...Decimal, description: "As requested, in the item's unit." }),
  issued_quantity: Nullable(
    Type.Unsafe<string>({ ...Decimal, description: 'What is posted; the quantity unless it was overridden.' }),
  ),
  unit: UnitRef,
  unit_price: Nullable(
    Type.Unsafe<string>({ ...Decimal, description: 'On a confirmed issue: the FIFO cost of one unit.' }),
  ),
  lot_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'The layer an issue line takes from, if it names one.' }),
  ),
  lot_number: Nullable(Type.String()),
  expiry_date: Nullable(DateText),
  notes: Nullable(Type.String()),
  created_at: InstantText,
})
export type StockLine = Static<typeof StockLine>

const documentFields = {
  id: Uuid,
  number: Type.String(),
  movement_type: OneOf(movementTypes),
  movement_purpose: OneOf(movementPurposes),
  status: OneOf(stockStatuses),
  date: DateText,
  warehouse: NamedRef,
  target_warehouse: Nullable(NamedRef),
  partner: Nullable(NamedRef),
  order_id: Nullable(Uuid),
  batch_id: Nullable(Uuid),
  packaging_run_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The packaging run it belongs to.' })),
  repack_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The repack it belongs to.' })),
  source_issue_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'The stock issue of the transfer this receipt completes.' }),
  ),
  pos_sale_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The sale over the counter that made it.' })),
  packaging_return_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The packaging return that made it.' })),
  keg_tap_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The keg on tap that made it.' })),
  totals: Shape({
    additional_cost: Type.Unsafe<string>({ ...Decimal, description: 'Distributed over the lines by value.' }),
    total_cost: Type.Unsafe<string>({
      ...Decimal,
      description: 'Including the additional cost; for an issue, by FIFO.',
    }),
  }),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
}

type StockObject = 'goods_receipt' | 'stock_issue'

const listedShape = (object: StockObject) => Shape({ object: Type.Literal(object), ...documentFields, ...envelope })
const detailShape = (object: StockObject) =>
  Shape({ object: Type.Literal(object), ...documentFields, lines: Type.Array(StockLine), ...envelope })

export const GoodsReceipt = detailShape('goods_receipt')
export const GoodsReceiptListed = listedShape('goods_receipt')
export const StockIssue = detailShape('stock_issue')
export const StockIssueListed = listedShape('stock_issue')

const lineFields = {
  item_id: Uuid,
  quantity: PositiveQuantity,
  unit: UnitInput,
  unit_price: Type.Optional(Nullable(UnitPrice)),
  lot_number: Type.Optional(Nullable(Text(0, 120))),
  expiry_date: Type.Optional(Nullable(DateText)),
  notes: Type.Optional(Nullable(Text(0, 2000))),
}

const lotId = {
  lot_id: Type.Optional(
    Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Takes from exactly this layer; without it FIFO decides.' })),
  ),
}

export const ReceiptLineCreate = Shape(lineFields)
export const IssueLineCreate = Shape({ ...lineFields, ...lotId })
export type LineCreate = Static<typeof IssueLineCreate>

const override = {
  issued_quantity: Type.Optional(
    Nullable(DecimalWithin({ least: '0' }, 'Posted instead of the quantity and never more than it; 0 skips the line.')),
  ),
}

export const ReceiptLinePatch = Patch(Shape({ ...lineFields, ...override }))
export const IssueLinePatch = Patch(Shape({ ...lineFields, ...lotId, ...override }))
export type LinePatch = Static<typeof IssueLinePatch>

const headFields = {
  warehouse_id: Uuid,
  movement_purpose: Type.Optional(
    Type.Unsafe<MovementPurpose>({
      ...OneOf(movementPurposes),
      description: 'By default purchase for a receipt, sale for an issue.',
    }),
  ),
  date: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'Today by default; at most 366 days ahead.' })),
  target_warehouse_id: Type.Optional(
    Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Transfers only: where the goods go.' })),
  ),
  partner_id: Type.Optional(Nullable(Uuid)),
  batch_id: Type.Optional(
    Nullable(
      Type.Unsafe<string>({
        ...Uuid,
        description:
          'An open batch. `production_out` adds its cost to the batch; `production_in` takes from it what the beer ' +
          "is worth, so lines of the batch's item have no unit_price.",
      }),
    ),
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
}

const additionalCost = {
  additional_cost: Type.Optional(
    Type.Unsafe<string>({ ...Money, description: 'Freight, duty and the like: part of the cost of the goods.' }),
  ),
}

export const ReceiptCreate = Shape({
  ...headFields,
  ...additionalCost,
  lines: Type.Optional(Type.Array(ReceiptLineCreate, { maxItems: maxLines })),
})
export const IssueCreate = Shape({
  ...headFields,
  order_id: Type.Optional(
    Nullable(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'The order it fulfils; the goods go to its partner unless partner_id names another one.',
      }),
    ),
  ),
  lines: Type.Optional(Type.Array(IssueLineCreate, { maxItems: maxLines })),
})
export type DocumentCreate = Static<typeof IssueCreate> & { additional_cost?: string }

const patchFields = {
  date: DateText,
  partner_id: Nullable(Uuid),
  notes: Nullable(Text(0, 4000)),
  target_warehouse_id: Nullable(Uuid),
}
export const ReceiptPatch = Patch(Shape({ ...patchFields, additional_cost: Money }))
export const IssuePatch = Patch(Shape(patchFields))
export type DocumentPatch = Static<typeof ReceiptPatch>

export const StockAllocation = Shape({
  object: Type.Literal('stock_allocation'),
  line_id: Uuid,
  lot_id: Uuid,
  lot_number: Nullable(described<string>(Type.String(), 'The label of the layer.')),
  quantity: Decimal,
  unit_price: Decimal,
  value: Decimal,
  livemode: Type.Boolean(),
})
