/** SQL of orders and their lines. */

import { forMany } from '../../../db/alike.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { inBook, ofBook, oneOfEach } from '../../../db/rows.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import { copyAgain } from '../../../db/upsert.ts'
import type { Instant } from '../../../lib/instants.ts'
import {
  type CopyingDocuments,
  type ItemType,
  itemCopies,
  itemJoins,
  shownItem,
  type VatExemption,
} from '../../core/index.ts'
import type { PaymentMethod } from '../../finance/index.ts'
import type { deliveryTypes, lineSources, OrderStatus, origins } from './schema.ts'

export const orderTable = defineTable({
  name: 'orders',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<OrderStatus>(),
    status_before_invoice: orNull(column.text<OrderStatus>()),
    partner_id: column.uuid(),
    partner_name: readAs(column.text(), 'coalesce(r.partner_name, p.name)'),
    contact_id: orNull(column.uuid()),
    order_date: column.date(),
    delivery_date: orNull(column.date()),
    shipped_date: orNull(column.date()),
    delivered_date: orNull(column.date()),
    shop_id: orNull(column.uuid()),
    warehouse_id: orNull(column.uuid()),
    category_id: orNull(column.uuid()),
    event_id: orNull(column.uuid()),
    activity_id: orNull(column.uuid()),
    currency: column.text(),
    total_excl_vat: column.amount(),
    total_vat: column.amount(),
    total_incl_vat: column.amount(),
    total_deposit: column.amount(),
    invoice_id: orNull(column.uuid()),
    cashflow_id: orNull(column.uuid()),
    origin: column.text<(typeof origins)[number]>(),
    delivery_type: orNull(column.text<(typeof deliveryTypes)[number]>()),
    delivery_street: orNull(column.text()),
    delivery_city: orNull(column.text()),
    delivery_zip: orNull(column.text()),
    delivery_country: orNull(column.text()),
    payment_method: orNull(column.text<PaymentMethod>()),
    notes: orNull(column.text()),
    internal_notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  computed: {
    stock_issue_id: readAs(orNull(column.uuid()), 's.id'),
    stock_issue_status: readAs(orNull(column.text<'draft' | 'confirmed' | 'cancelled'>()), 's.status'),
    /** Of all its issues: goods may leave in several parts. */
    has_draft_issue: readAs(column.boolean(), 'coalesce(s.has_draft, false)'),
    has_confirmed_issue: readAs(column.boolean(), 'coalesce(s.has_confirmed, false)'),
  },
  // The last stock issue made for it, and what there is among all of them.
  joins: sql`
    join partners p on p.book_id = r.book_id and p.id = r.partner_id
    left join lateral (
      select d.id, d.status, bool_or(d.status = 'draft') over () as has_draft,
             bool_or(d.status = 'confirmed') over () as has_confirmed
        from stock_documents d
       where d.book_id = r.book_id and d.order_id = r.id
       order by d.created_at desc, d.id desc
       limit 1) s on true`,
  searched: order => [order.number, order.partner_name, order.external_id, order.notes],
})

export type Order = RowOf<typeof orderTable>

export const orderLineTable = defineTable({
  name: 'order_lines',
  columns: {
    id: column.uuid(),
    order_id: column.uuid(),
    sort_order: column.integer(),
    item_id: column.uuid(),
    quantity: column.decimal(),
    unit_price: column.decimal(),
    vat_rate_pct: column.decimal(),
    discount_pct: orNull(column.decimal()),
    excl_vat: column.amount(),
    vat: column.amount(),
    incl_vat: column.amount(),
    deposit_id: orNull(column.uuid()),
    deposit_pieces: column.decimal(),
    deposit_total: column.amount(),
    notes: orNull(column.text()),
    price_source: column.text<(typeof lineSources)[number]>(),
    /** Why no VAT is charged at 0 %. */
    vat_exemption: orNull(column.text<VatExemption>()),
    /** What a payer of VAT charges. */
    payer_vat_rate_pct: readAs(column.decimal(), 'trim_scale(coalesce(r.payer_vat_rate_pct, r.vat_rate_pct))::text'),
  },
  computed: {
    ...shownItem,
    item_type: readAs(column.text<ItemType>(), 'i.item_type'),
    item_volume_l: readAs(
      orNull(column.decimal()),
      'trim_scale(case when r.item_name is null then i.volume_l else r.item_volume_l end)::text',
    ),
    item_packaging_type: readAs(orNull(column.text()), 'i.packaging_type'),
  },
  joins: itemJoins,
  copied: itemCopies({ item_volume_l: 'i.volume_l' }),
})

export type OrderLineRow = RowOf<typeof orderLineTable>
export type OrderLineColumns = StoredOf<typeof orderLineTable>

export const listOrderLines = (db: Queryable, bookId: string, orderId: string): Promise<OrderLineRow[]> =>
  orderLineTable.all(db, bookId, { condition: sql`r.order_id = ${orderId}`, order: 'sort_order' })

/** For `copyItemsToDrafts`. */
export const copyingOrders: CopyingDocuments = {
  name: 'orders',
  open: "r.status = 'draft'",
  lines: orderLineTable,
  owner: 'order_id',
}

/** An order that is a draft again shows its items as they are now. */
export const copyItems = (tx: Tx, at: { bookId: string; now: Instant }, orderId: string): Promise<void> =>
  copyAgain(tx, at, { table: orderLineTable, condition: sql`sent.order_id = ${orderId}` })

export const deleteOrderLine = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`delete from order_lines where book_id = ${bookId} and id = ${id}`)

/** The order shows the state of its stock issue: another state is another version of the order. */
export const touchOrder = (tx: Tx, at: { bookId: string; now: Instant }, id: string): void =>
  tx.send(forMany(touchAll, { ...inBook(at), id }))

type Touched = ReturnType<typeof inBook> & { id: string }

const touchAll = (all: readonly Touched[]): Sql => sql`
    update orders t
       set version = t.version + 1,
           updated_at = s.now
      from ${oneOfEach(all, { ...ofBook, id: 'uuid' })}
     where t.book_id = s.book_id and t.id = s.id`
