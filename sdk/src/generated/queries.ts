// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type { Day, Decimal, Instant, Uuid } from './types.ts'

export interface PageQuery {
  /** Rows per page; 50 by default. */
  limit?: number
  /** `next_cursor` of the previous page, with the same filter. */
  cursor?: string
}

export interface SinceQuery {
  /** Changed at or after this instant; ordered by `updated_at`. */
  updated_since?: Instant
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `categories.list`. */
export interface CategoryListQuery {
  kind?: 'category' | 'event' | 'activity'
}

/** Of `partners.list`. */
export interface PartnerListQuery extends PageQuery, SinceQuery {
  /** Part of the name, ico or dic; accents and case do not matter. */
  search?: string
  /** Exact business id. */
  ico?: string
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Only customers, or only the others. */
  is_customer?: boolean
  /** Only suppliers, or only the others. */
  is_supplier?: boolean
  /** Only active ones, or only inactive ones. */
  is_active?: boolean
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'name' | '-name'
}

/** Of `partners.contacts.list`. */
export interface PartnerContactListQuery extends PageQuery, SinceQuery {}

/** Of `contacts.list`. */
export interface ContactListQuery extends PageQuery, SinceQuery {
  partner_id?: Uuid
  /** Part of the name, e-mail, phone or mobile. */
  search?: string
}

/** Of `items.list`. */
export interface ItemListQuery extends PageQuery, SinceQuery {
  /** Part of the name, code, ean or barcode; accents and case do not matter. */
  search?: string
  item_type?:
    | 'brew_material'
    | 'production_item'
    | 'base_product'
    | 'purchased_sale_item'
    | 'packaging'
    | 'service'
    | 'other'
  /** Exactly this code. */
  code?: string
  /** Exactly this EAN. */
  ean?: string
  /** Exactly this barcode. */
  barcode?: string
  base_item_id?: Uuid
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Only active ones, or only the others. */
  is_active?: boolean
  /** Only those sold on the web, or only the others. */
  web_available?: boolean
  /** Only those sold at a cash desk, or only the others. */
  pos_available?: boolean
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'name' | '-name' | 'code' | '-code'
}

/** Of `items.prices.get`. */
export interface ItemPriceGetQuery {
  partner_id?: Uuid
  /** In the item's unit; 1 by default. */
  quantity?: Decimal
}

/** Of `receivedInvoices.list`. */
export interface ReceivedInvoiceListQuery extends PageQuery, SinceQuery {
  /** Part of our number, the supplier's number, the partner or the variable symbol. */
  search?: string
  status?: 'draft' | 'confirmed' | 'paid' | 'cancelled' | ('draft' | 'confirmed' | 'paid' | 'cancelled')[]
  partner_id?: Uuid
  /** By the issue date. */
  date_from?: Day
  date_to?: Day
  /** Due before this day. */
  due_before?: Day
  /** Only confirmed invoices of which something remains and that were due before today; or only the others. */
  overdue?: boolean
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'due_date' | '-due_date'
}

/** Of `reports.receivedInvoices`. */
export interface ReportReceivedInvoicesQuery {
  /** Part of our number, the supplier's number, the partner or the variable symbol. */
  search?: string
  status?: 'draft' | 'confirmed' | 'paid' | 'cancelled' | ('draft' | 'confirmed' | 'paid' | 'cancelled')[]
  partner_id?: Uuid
  /**
   * The first day of issue; by default the first of the month eleven months before `date_to`. At most three
   * years. Where only open documents are asked for, there is neither a default nor a limit.
   */
  date_from?: Day
  /** The last day of issue; by default today. */
  date_to?: Day
  /** Due before this day. */
  due_before?: Day
  /** Only confirmed invoices of which something remains and that were due before today; or only the others. */
  overdue?: boolean
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `cashflows.list`. */
export interface CashflowListQuery extends PageQuery, SinceQuery {
  /** Part of the number or the description. */
  search?: string
  type?: 'income' | 'expense'
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  partner_id?: Uuid
  /** Those paid into or out of this finance account. */
  account_id?: Uuid
  /** Those that record payments of this document, such as an invoice: its id in `source`. */
  source_id?: Uuid
  date_from?: Day
  date_to?: Day
}

/** Of `reports.cashflow`. */
export interface ReportCashflowQuery {
  /** Part of the number or the description. */
  search?: string
  type?: 'income' | 'expense'
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  partner_id?: Uuid
  /** Those paid into or out of this finance account. */
  account_id?: Uuid
  /** Those that record payments of this document, such as an invoice: its id in `source`. */
  source_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** Documents of the filter, such as a page of the list: the answer has the running sum at each. */
  document_ids?: Uuid | Uuid[]
}

/** Of `shops.list`. */
export interface ShopListQuery extends PageQuery, SinceQuery {
  /** Only active ones, or only inactive ones. */
  is_active?: boolean
}

/** Of `warehouses.list`. */
export interface WarehouseListQuery extends PageQuery, SinceQuery {
  type?: 'standard' | 'retail' | 'system'
  shop_id?: Uuid
  /** Only active ones, or only inactive ones. */
  is_active?: boolean
}

/** Of `goodsReceipts.list`. */
export interface GoodsReceiptListQuery extends PageQuery, SinceQuery {
  /** Part of the number or the notes. */
  search?: string
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  movement_purpose?:
    | 'purchase'
    | 'production_in'
    | 'production_out'
    | 'sale'
    | 'transfer'
    | 'inventory'
    | 'inventory_surplus'
    | 'inventory_shortage'
    | 'waste'
    | 'packaging_dispatch'
    | 'packaging_return'
    | 'repack'
    | 'tank_release'
    | 'packaging_consumption'
    | 'other'
  warehouse_id?: Uuid
  partner_id?: Uuid
  order_id?: Uuid
  batch_id?: Uuid
  /** Documents with a line of this item. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Receipts of this transfer: the issue the goods left with. */
  source_issue_id?: Uuid
}

/** Of `stockIssues.list`. */
export interface StockIssueListQuery extends PageQuery, SinceQuery {
  /** Part of the number or the notes. */
  search?: string
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  movement_purpose?:
    | 'purchase'
    | 'production_in'
    | 'production_out'
    | 'sale'
    | 'transfer'
    | 'inventory'
    | 'inventory_surplus'
    | 'inventory_shortage'
    | 'waste'
    | 'packaging_dispatch'
    | 'packaging_return'
    | 'repack'
    | 'tank_release'
    | 'packaging_consumption'
    | 'other'
  warehouse_id?: Uuid
  partner_id?: Uuid
  order_id?: Uuid
  batch_id?: Uuid
  /** Documents with a line of this item. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `stockLevels.list`. */
export interface StockLevelListQuery extends PageQuery, SinceQuery {
  item_id?: Uuid
  warehouse_id?: Uuid
  /** At the end of this day. */
  as_of?: Day
}

/** Of `stockLots.list`. */
export interface StockLotListQuery extends PageQuery, SinceQuery {
  item_id?: Uuid
  warehouse_id?: Uuid
  /** Exact label. */
  lot_number?: string
  /** Include used-up layers. */
  include_empty?: boolean
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'expiry_date' | '-expiry_date'
}

/** Of `stockReservations.list`. */
export interface StockReservationListQuery extends PageQuery, SinceQuery {
  item_id?: Uuid
  warehouse_id?: Uuid
  order_id?: Uuid
}

/** Of `repacks.list`. */
export interface RepackListQuery extends PageQuery, SinceQuery {
  /** Part of the number. */
  search?: string
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  warehouse_id?: Uuid
  /** Of an input or an output. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `inventoryCounts.list`. */
export interface InventoryCountListQuery extends PageQuery, SinceQuery {
  /** Part of the number. */
  search?: string
  status?: 'draft' | 'running' | 'closed' | 'cancelled' | ('draft' | 'running' | 'closed' | 'cancelled')[]
  warehouse_id?: Uuid
  /** Counts of this item. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
}

/** Of `vessels.list`. */
export interface VesselListQuery extends PageQuery, SinceQuery {
  status?: 'free' | 'occupied' | 'cleaning' | ('free' | 'occupied' | 'cleaning')[]
  kind?: 'kettle' | 'fermenter' | 'lager_tank' | 'bright_tank' | 'other'
  /** Only active ones, or only inactive ones. */
  is_active?: boolean
  /** Part of the code or the name. */
  search?: string
}

/** Of `vessels.history`. */
export interface VesselHistoryQuery extends PageQuery {
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `recipes.list`. */
export interface RecipeListQuery extends PageQuery, SinceQuery {
  item_id?: Uuid
  /** Only active ones, or only the others. */
  is_active?: boolean
  /** Part of the name or code; accents and case do not matter. */
  search?: string
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `recipes.versions.list`. */
export interface RecipeVersionListQuery extends PageQuery {
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `batches.list`. */
export interface BatchListQuery extends PageQuery, SinceQuery {
  /** Part of the number or the name. */
  search?: string
  phase?: 'planned' | 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed' | 'cancelled'
  /** Neither completed nor cancelled. */
  is_open?: boolean
  item_id?: Uuid
  recipe_id?: Uuid
  /** In this vessel now. */
  vessel_id?: Uuid
  warehouse_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `batches.ledger`. */
export interface BatchLedgerQuery extends PageQuery {
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `batches.measurements.list`. */
export interface BatchMeasurementListQuery extends PageQuery, SinceQuery {
  type?: 'gravity' | 'temperature' | 'ph' | 'pressure' | 'volume' | 'co2' | 'abv'
  device?: string
  /** Only valid ones, or only outliers. */
  is_valid?: boolean
  /** Measured at or after it. */
  measured_from?: Instant
  /** Measured at or before it. */
  measured_to?: Instant
}

/** Of `batches.measurementSeries`. */
export interface BatchMeasurementSeriesQuery {
  axis: 'gravity_plato' | 'temperature_c' | 'ph' | 'pressure_bar' | 'volume_l' | 'co2_g_l' | 'abv_pct'
  /** The first valid value by default. */
  from?: Instant
  /** Included; the last valid value by default. */
  to?: Instant
  /** Into how many buckets the span is cut; 200 by default. */
  points?: number
}

/** Of `batches.pdf`. */
export interface BatchPdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `packagingRuns.list`. */
export interface PackagingRunListQuery extends PageQuery, SinceQuery {
  /** Part of the number or the notes. */
  search?: string
  status?: 'draft' | 'confirmed' | 'cancelled' | ('draft' | 'confirmed' | 'cancelled')[]
  batch_id?: Uuid
  /** Of the beer, or of an output. */
  item_id?: Uuid
  warehouse_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `exciseReports.list`. */
export interface ExciseReportListQuery extends PageQuery, SinceQuery {
  /** Part of the number. */
  search?: string
  status?: 'draft' | 'filed' | ('draft' | 'filed')[]
  /** A month, as YYYY-MM. */
  period?: string
}

/** Of `exciseReports.movements`. */
export interface ExciseReportMovementsQuery extends PageQuery {
  column?: 'produced' | 'received' | 'released' | 'losses' | 'internal'
  /** The whole °Plato: 12.9 counts as 12. */
  plato?: string
  item_id?: Uuid
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `exciseReports.csv`. */
export interface ExciseReportCsvQuery {
  /** What it lists; lines by default. */
  part?: 'lines' | 'days' | 'movements'
}

/** Of `exciseReports.pdf`. */
export interface ExciseReportPdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `orders.list`. */
export interface OrderListQuery extends PageQuery, SinceQuery {
  /** Part of the number, partner, external reference or notes. */
  search?: string
  status?: 'draft' | 'confirmed' | 'in_preparation' | 'shipped' | 'delivered' | 'invoiced' | 'cancelled' | ('draft' | 'confirmed' | 'in_preparation' | 'shipped' | 'delivered' | 'invoiced' | 'cancelled')[]
  partner_id?: Uuid
  warehouse_id?: Uuid
  /** Orders with a line of this item. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'delivery_date' | '-delivery_date'
}

/** Of `invoices.list`. */
export interface InvoiceListQuery extends PageQuery, SinceQuery {
  /** Part of the number, the partner, the variable symbol or the customer's order. */
  search?: string
  status?: 'draft' | 'issued' | 'paid' | 'cancelled' | ('draft' | 'issued' | 'paid' | 'cancelled')[]
  document_type?: 'invoice' | 'credit_note'
  partner_id?: Uuid
  warehouse_id?: Uuid
  order_id?: Uuid
  /** Credit notes of this invoice. */
  original_invoice_id?: Uuid
  /** Invoices with a line of this item. */
  item_id?: Uuid
  variable_symbol?: string
  /** By the issue date. */
  date_from?: Day
  date_to?: Day
  /** Due on this day or later. */
  due_from?: Day
  /** Due before this day. */
  due_before?: Day
  /** Only issued invoices of which something remains and that were due before today; or only the others. */
  overdue?: boolean
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
  /** Ordered by this field, with `-` from the last to the first; without it the newest first. */
  sort?: 'due_date' | '-due_date'
}

/** Of `reports.invoices`. */
export interface ReportInvoicesQuery {
  /** Part of the number, the partner, the variable symbol or the customer's order. */
  search?: string
  status?: 'draft' | 'issued' | 'paid' | 'cancelled' | ('draft' | 'issued' | 'paid' | 'cancelled')[]
  document_type?: 'invoice' | 'credit_note'
  partner_id?: Uuid
  warehouse_id?: Uuid
  order_id?: Uuid
  /** Credit notes of this invoice. */
  original_invoice_id?: Uuid
  /** Invoices with a line of this item. */
  item_id?: Uuid
  variable_symbol?: string
  /**
   * The first day of issue; by default the first of the month eleven months before `date_to`. At most three
   * years. Where only open documents are asked for, there is neither a default nor a limit.
   */
  date_from?: Day
  /** The last day of issue; by default today. */
  date_to?: Day
  /** Due on this day or later. */
  due_from?: Day
  /** Due before this day. */
  due_before?: Day
  /** Only issued invoices of which something remains and that were due before today; or only the others. */
  overdue?: boolean
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `invoices.pdf`. */
export interface InvoicePdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `stockIssues.pdf`. */
export interface StockIssuePdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `cashDesks.list`. */
export interface CashDeskListQuery extends PageQuery, SinceQuery {
  shop_id?: Uuid
  warehouse_id?: Uuid
  /** Only active ones, or only inactive ones. */
  is_active?: boolean
}

/** Of `cashDesks.items.list`. */
export interface CashDeskItemListQuery extends PageQuery, SinceQuery {
  /** Exactly this EAN. */
  ean?: string
  /** Exactly this barcode. */
  barcode?: string
  /** Part of the name, code, ean or barcode. */
  search?: string
}

/** Of `cashDeskSessions.list`. */
export interface CashDeskSessionListQuery extends PageQuery, SinceQuery {
  cash_desk_id?: Uuid
  status?: 'open' | 'closed' | ('open' | 'closed')[]
  /** By the day it was opened. */
  date_from?: Day
  date_to?: Day
  /** Part of the number. */
  search?: string
}

/** Of `cashDeskSessions.pdf`. */
export interface CashDeskSessionPdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `posSales.list`. */
export interface PosSaleListQuery extends PageQuery, SinceQuery {
  /** Part of the number. */
  search?: string
  status?: 'settled' | 'settlement_failed' | 'cancelled' | ('settled' | 'settlement_failed' | 'cancelled')[]
  kind?: 'sale' | 'refund'
  cash_desk_id?: Uuid
  shop_id?: Uuid
  session_id?: Uuid
  partner_id?: Uuid
  /** Sales with a line of this item. */
  item_id?: Uuid
  event_id?: Uuid
  payment_method?: 'cash' | 'bank_transfer' | 'card'
  offline?: boolean
  /** The first sold day. */
  date_from?: Day
  /** The last sold day. */
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `posSales.receipt`. */
export interface PosSaleReceiptQuery {
  /** Characters of a line; 42 by default. */
  width?: number
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `posSales.pdf`. */
export interface PosSalePdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `cashDesks.taps.list`. */
export interface CashDeskTapListQuery extends PageQuery, SinceQuery {
  status?: 'tapped' | 'removed' | 'emptied' | 'returned' | ('tapped' | 'removed' | 'emptied' | 'returned')[]
  /** Of the keg, or of the beer in it. */
  item_id?: Uuid
}

/** Of `cashDesks.kegs.list`. */
export interface CashDeskKegListQuery extends PageQuery, SinceQuery {}

/** Of `packagingBalances.list`. */
export interface PackagingBalanceListQuery extends PageQuery, SinceQuery {
  partner_id?: Uuid
  item_id?: Uuid
  deposit_id?: Uuid
  /** Whether any pieces are out. */
  is_open?: boolean
  /** Whether the row has no partner. */
  anonymous?: boolean
}

/** Of `packagingBalances.movements`. */
export interface PackagingBalanceMovementsQuery extends PageQuery {
  partner_id?: Uuid
  item_id?: Uuid
  deposit_id?: Uuid
  kind?: 'dispatch' | 'sale' | 'return' | 'refund' | 'adjustment' | 'reversal'
  date_from?: Day
  date_to?: Day
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `partners.packagingStatement`. */
export interface PartnerPackagingStatementQuery {
  /** The first day, by the date of the movement. */
  date_from: Day
  /** The last day. */
  date_to: Day
  /** Of the deposits; CZK by default. */
  currency?: string
}

/** Of `partners.packagingStatementPdf`. */
export interface PartnerPackagingStatementPdfQuery {
  /** The first day, by the date of the movement. */
  date_from: Day
  /** The last day. */
  date_to: Day
  /** Of the deposits; CZK by default. */
  currency?: string
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `packagingBalances.summary`. */
export interface PackagingBalanceSummaryQuery {
  /** The first day, by the date of the movement. */
  date_from: Day
  /** The last day. */
  date_to: Day
}

/** Of `packagingReturns.list`. */
export interface PackagingReturnListQuery extends PageQuery, SinceQuery {
  /** Part of the number. */
  search?: string
  status?: 'confirmed' | 'cancelled' | ('confirmed' | 'cancelled')[]
  partner_id?: Uuid
  warehouse_id?: Uuid
  cash_desk_id?: Uuid
  session_id?: Uuid
  pos_sale_id?: Uuid
  /** Of the packaging. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `packagingReturns.pdf`. */
export interface PackagingReturnPdfQuery {
  /** Language of the document; cs by default. */
  language?: 'cs' | 'en'
}

/** Of `packagingAdjustments.list`. */
export interface PackagingAdjustmentListQuery extends PageQuery, SinceQuery {
  partner_id?: Uuid
  /** Of the packaging. */
  item_id?: Uuid
  date_from?: Day
  date_to?: Day
  /** The caller's external reference, as `<system>:<id>`. */
  external_ref?: string
}

/** Of `attachments.list`. */
export interface AttachmentListQuery extends PageQuery, SinceQuery {
  entity_type?:
    | 'partner'
    | 'item'
    | 'received_invoice'
    | 'cashflow'
    | 'goods_receipt'
    | 'stock_issue'
    | 'batch'
    | 'excise_report'
    | 'order'
    | 'invoice'
  entity_id?: Uuid
  purpose?: 'upload' | 'inbox' | 'isdoc_pdf'
}

/** Of `inbox.list`. */
export interface InboxListQuery extends PageQuery, SinceQuery {
  status?: 'waiting' | 'sorted' | 'rejected' | ('waiting' | 'sorted' | 'rejected')[]
  outcome?: 'isdoc_imported' | 'isdoc_rejected' | 'files' | 'scan'
}

/** Of `workflowSteps.list`. */
export interface WorkflowStepListQuery extends PageQuery, SinceQuery {
  status?: 'pending' | 'called' | 'waiting_external' | 'handed_over' | 'completed' | 'cancelled' | ('pending' | 'called' | 'waiting_external' | 'handed_over' | 'completed' | 'cancelled')[]
  kind?: 'external' | 'person'
  /** Waits for a person now. */
  is_task?: boolean
  document_object?:
    | 'order'
    | 'goods_receipt'
    | 'stock_issue'
    | 'invoice'
    | 'received_invoice'
    | 'cashflow'
    | 'batch'
    | 'packaging_run'
    | 'excise_report'
  document_id?: Uuid
  /** The code of its definition. */
  definition?: string
  run_id?: Uuid
}

/** Of `events.list`. */
export interface EventListQuery extends PageQuery {
  /** Events after this one; if absent, from the oldest kept. */
  since_sequence?: number
  /** Exact types, prefixes such as `invoice.*`, or `*`; repeated or comma-separated. */
  types?: string | string[]
  /** Only events of this record. */
  object_id?: Uuid
  /** Seconds to wait for an event if there is none yet. */
  wait?: number
}

/** Of `events.stream`. */
export interface EventStreamQuery {
  /** Events after this one. */
  since_sequence?: number
  /** Exact types, prefixes such as `invoice.*`, or `*`. */
  types?: string | string[]
}

/** Of `webhookEndpoints.list`. */
export interface WebhookEndpointListQuery extends PageQuery, SinceQuery {
  status?: 'enabled' | 'disabled' | 'retired' | 'archived' | ('enabled' | 'disabled' | 'retired' | 'archived')[]
  /** Also the archived ones, whatever their status was. */
  include_archived?: boolean
}

/** Of `webhookEndpoints.deliveries`. */
export interface WebhookEndpointDeliveriesQuery extends PageQuery {
  status?: 'pending' | 'retrying' | 'succeeded' | 'dead' | 'skipped' | 'held' | 'cancelled' | ('pending' | 'retrying' | 'succeeded' | 'dead' | 'skipped' | 'held' | 'cancelled')[]
  type?: string
  /** Created at or after this instant; ordered by `created_at`. */
  created_since?: Instant
}

/** Of `search.list`. */
export interface SearchListQuery {
  /**
   * Part of a number, code or name, or a whole id; accents and case do not matter. Fewer than three letters find
   * partners and items that begin with them, and whole numbers.
   */
  q: string
  /**
   * Only these kinds, repeated or comma-separated: partner, item, order, invoice, received_invoice, cashflow,
   * goods_receipt, stock_issue, repack, inventory_count, stock_lot, batch, recipe, packaging_run, pos_sale,
   * cash_desk_session, packaging_return, event.
   */
  objects?: string | string[]
}

/** Of `reports.sales`. */
export interface ReportSalesQuery {
  /** The first day; by default as far back as fits the step. */
  from?: Day
  /** The last day; by default today. */
  to?: Day
  /** How long each step is; a month by default. */
  step?: 'day' | 'week' | 'month'
}

/** Of `reports.stockValue`. */
export interface ReportStockValueQuery {
  /** The first day; by default as far back as fits the step. */
  from?: Day
  /** The last day; by default today. */
  to?: Day
  /** How long each step is; a month by default. */
  step?: 'day' | 'week' | 'month'
}

/** Of `reports.receivables`. */
export interface ReportReceivablesQuery {
  /** The first day; by default as far back as fits the step. */
  from?: Day
  /** The last day; by default today. */
  to?: Day
  /** How long each step is; a month by default. */
  step?: 'day' | 'week' | 'month'
}

/** Of `reports.webhookHealth`. */
export interface ReportWebhookHealthQuery {
  /** The first day; by default as far back as fits the step. */
  from?: Day
  /** The last day; by default today. */
  to?: Day
  /** By default the hours of the last day, without from and to. */
  step?: 'hour' | 'day'
  /** Of one endpoint alone. */
  endpoint_id?: Uuid
}

/** Of `reports.batchMeasurements`. */
export interface ReportBatchMeasurementsQuery {
  batch_id: Uuid
  /** The first day; by default that of the first value. */
  from?: Day
  /** The last day; by default that of the last value. */
  to?: Day
  /** By default every reading; where an axis has more than 400 of them, hours, else days. */
  step?: 'reading' | 'hour' | 'day'
}
