// Generated from the declarations in server/src by `npm run generate`. Do not edit.

/** An exact decimal such as `-12.50`; never a number. */
export type Decimal = string

/** The id of a record. */
export type Uuid = string

/** A day as YYYY-MM-DD. */
export type Day = string

/** A point in time, ISO 8601 with Z or an offset. */
export type Instant = string

/** An object without any member. */
export type NoFields = Record<string, never>

/** One of the members, without the others. */
export type ExactlyOne<Members> = {
  [Key in keyof Members]: Pick<Members, Key> & { [Other in Exclude<keyof Members, Key>]?: never }
}[keyof Members]

export interface AccountBalance {
  object: 'account_balance'
  /** The finance account. */
  account_id: Uuid
  /** What kind of account it is. */
  type: 'bank' | 'cash' | 'card'
  /** What the account is called. */
  name: string
  /** ISO 4217. */
  currency: string
  /** Whether payments may still go there. */
  is_active: boolean
  balance: Decimal
}

export interface Attachment {
  object: 'attachment'
  id: Uuid
  /** How it arrived: uploaded, by the inbox, or from an ISDOC. */
  purpose: 'upload' | 'inbox' | 'isdoc_pdf'
  file_name: string
  mime_type: string
  /** Bytes. */
  file_size: number
  /** Of the bytes, in hex. */
  sha256: string
  entity_type:
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
    | null
  entity_id: Uuid | null
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface AttachmentCreate {
  /** Without a path: no slashes, no control characters. */
  file_name: string
  /** Such as application/pdf. */
  mime_type: string
  /** Bytes; 25 MB at most. */
  file_size: number
  /** What it belongs to; send with entity_id. */
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
  /** The record it belongs to; send with entity_type. */
  entity_id?: Uuid
}

export interface AttachmentFinalize {
  path: string
  /** Without a path: no slashes, no control characters. */
  file_name: string
  /** Such as application/pdf. */
  mime_type: string
  /** What it belongs to; send with entity_id. */
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
  /** The record it belongs to; send with entity_type. */
  entity_id?: Uuid
}

export interface Batch extends BatchListItem {
  /** Its stays in brewing to packaging, oldest first. */
  phases: BatchStay[]
  derived: BatchDerived
}

export interface BatchAdvancePhase {
  phase: 'planned' | 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed'
  /** Required for fermentation and lagering; its own one is fine. */
  vessel_id?: Uuid
  /** Restates the litres: less is a normal loss, more a gain. */
  volume_l?: Decimal
  /** Now by default. */
  occurred_at?: Instant
  note?: string | null
  /** Writes off the value that is left; without it such a batch does not end. */
  write_off?: boolean
}

export interface BatchBlend {
  from: { batch_id: Uuid; volume_l: Decimal }[]
  /** Now by default. */
  occurred_at?: Instant
  note?: string | null
}

export interface BatchCancel {
  reason?: string | null
  /** Writes off the value that is left; without it such a batch does not end. */
  write_off?: boolean
}

export interface BatchCost {
  object: 'batch_cost'
  batch_id: Uuid
  currency: string
  materials: CostMaterial[]
  transfers: CostTransfer[]
  receipts: CostReceipt[]
  by_products: CostByProduct[]
  packaging: CostPackaging[]
  written_off: Decimal
  in_process: CostInProcess
  totals: CostTotals
  yield: CostYield
  livemode: boolean
}

export interface BatchCreate {
  /** A production item in a unit of volume; by default that of the recipe. */
  item_id?: Uuid
  /** The newest by default. */
  recipe_version?: number
  /** The recipe's `batch_volume_l` by default. */
  planned_volume_l?: Decimal
  brew_date?: Day
  name?: string | null
  warehouse_id?: Uuid
  notes?: string | null
  recipe_id?: Uuid | null
  external_ref?: ExternalRef
}

export interface BatchCreateMaterialIssue {
  phase?: 'brewing' | 'fermentation' | 'lagering' | 'packaging'
  warehouse_id?: Uuid
  date?: Day
}

export interface BatchCreateMaterialIssueResult extends Batch {
  /** What the action created. */
  created: { object: 'stock_issue'; id: Uuid }
}

export interface BatchDerived {
  og_source: 'manual' | 'measured' | null
  current_gravity_plato: Decimal | null
  real_extract_plato: Decimal | null
  apparent_attenuation_pct: Decimal | null
  real_attenuation_pct: Decimal | null
  abv_calculated: Decimal | null
  abv_source: 'manual' | 'measured' | 'calculated' | null
  days_in_phase: number | null
}

export interface BatchEntry {
  object: 'batch_entry'
  id: Uuid
  /** The order of the ledger; `occurred_at` orders nothing. */
  sequence: number
  kind:
    | 'phase'
    | 'move'
    | 'loss'
    | 'gain'
    | 'material'
    | 'received'
    | 'by_product'
    | 'split_in'
    | 'split_out'
    | 'blend_in'
    | 'blend_out'
    | 'write_off'
    | 'cancel'
  occurred_at: Instant
  volume_l: Decimal
  volume_after_l: Decimal | null
  value: Decimal
  value_after: Decimal
  document: EntryDocument | null
  batch: BatchRef | null
  vessel: NamedRef | null
  reason: string | null
  note: string | null
  /** Taken back: its reversal is an entry of its own. */
  is_undone: boolean
  livemode: boolean
  created_at: Instant
}

export interface BatchListItem {
  object: 'batch'
  id: Uuid
  number: string
  name: string | null
  item: ItemRef
  recipe: RecipeRef | null
  brew_date: Day
  planned_volume_l: Decimal
  volume_l: Decimal | null
  phase: 'planned' | 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed' | 'cancelled'
  previous_phase: 'planned' | 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed' | 'cancelled' | null
  vessel: NamedRef | null
  warehouse: NamedRef
  og_plato: Decimal | null
  fg_plato: Decimal | null
  abv: Decimal | null
  latest: LatestReadings
  /** The batch it was split off. */
  parent_batch_id: Uuid | null
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('advance_phase' | 'move' | 'create_material_issue' | 'receive_production' | 'record_loss' | 'split' | 'blend' | 'undo_last' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface BatchMaterial {
  object: 'batch_material'
  item: ItemRef
  phase: 'brewing' | 'fermentation' | 'lagering' | 'packaging' | null
  unit: UnitRef
  planned_quantity: Decimal
  drafted_quantity: Decimal
  issued_quantity: Decimal
  available_quantity: Decimal
  missing_quantity: Decimal
  livemode: boolean
}

export interface BatchMeasurementBulk {
  measurements: BatchMeasurementCreate[]
}

export interface BatchMeasurementBulkResult {
  data: Measurement[]
}

export interface BatchMeasurementCreate {
  /** The main value; may be left out where there is one value only. */
  type?: 'gravity' | 'temperature' | 'ph' | 'pressure' | 'volume' | 'co2' | 'abv'
  /** Now by default; at most 5 minutes ahead. */
  measured_at?: Instant
  device?: string | null
  gravity_plato?: Decimal | null
  temperature_c?: Decimal | null
  ph?: Decimal | null
  pressure_bar?: Decimal | null
  volume_l?: Decimal | null
  co2_g_l?: Decimal | null
  abv_pct?: Decimal | null
  note?: string | null
}

export interface BatchMeasurementPatch {
  note?: string | null
  /** False marks an outlier; nothing is deleted. */
  is_valid?: boolean
}

export interface BatchMove {
  vessel_id: Uuid
  volume_l?: Decimal
  /** Now by default. */
  occurred_at?: Instant
  note?: string | null
}

export interface BatchPatch {
  /** A production item in a unit of volume; by default that of the recipe. */
  item_id?: Uuid
  /** The newest by default. */
  recipe_version?: number
  /** The recipe's `batch_volume_l` by default. */
  planned_volume_l?: Decimal
  brew_date?: Day
  name?: string | null
  warehouse_id?: Uuid
  notes?: string | null
  recipe_id?: Uuid | null
  og_plato?: Decimal | null
  fg_plato?: Decimal | null
  abv?: Decimal | null
}

export interface BatchReceiveProduction {
  quantity: Decimal
  unit: UnitInput
  warehouse_id?: Uuid
  date?: Day
  lot_number?: string | null
  expiry_date?: Day | null
  /** Energy, wages, contract filling; on top of the value. */
  additional_cost?: Decimal
  /** All that is left of the value; the litres left are lost. */
  is_final?: boolean
  note?: string | null
}

export interface BatchReceiveProductionResult extends Batch {
  /** What the action created. */
  created: { object: 'goods_receipt'; id: Uuid }
}

export interface BatchRecordLoss {
  volume_l: Decimal
  reason?: 'trub' | 'yeast' | 'filter' | 'spill' | 'sample' | 'dump' | 'other'
  /** Takes its share of the value with it. */
  is_abnormal?: boolean
  /** Now by default. */
  occurred_at?: Instant
  note?: string | null
}

/** The other batch. */
export interface BatchRef {
  id: Uuid
  number: string
}

export interface BatchSplit {
  volume_l: Decimal
  /** Required in fermentation and lagering. */
  vessel_id?: Uuid
  name?: string | null
  external_ref?: ExternalRef
  /** Now by default. */
  occurred_at?: Instant
}

export interface BatchSplitResult extends Batch {
  /** What the action created. */
  created: { object: 'batch'; id: Uuid }
}

export interface BatchStay {
  phase: 'brewing' | 'fermentation' | 'lagering' | 'packaging'
  vessel_id: Uuid | null
  started_at: Instant
  ended_at: Instant | null
  volume_l: Decimal | null
  loss_l: Decimal
  note: string | null
}

export interface BatchTrace {
  object: 'batch_trace'
  batch: BatchListItem
  /**
   * Receipts of the lots it consumed, back to their suppliers. What was consumed by batches that were split or
   * blended into it is here, as far as they had it by then.
   */
  materials: StockTraceStep[]
  /** The batches it was split from, split into or blended with. */
  batches: RelatedBatch[]
  /** Receipts of its beer, and of that of batches that took from it. */
  beer: StockTraceStep[]
  /** Receipts of everything else that became of it. */
  products: StockTraceStep[]
  /** Issues that took from beer and products, and others that refer to the batch. */
  issues: StockTraceStep[]
  /** Everyone who was issued any of it: the recall list. */
  partners: NamedRef[]
  livemode: boolean
}

export interface BatchUndoLast {
  note?: string | null
}

export interface BlockingRecord {
  object: string
  id: Uuid
  status: string
  number?: string
}

export interface CashDesk {
  object: 'cash_desk'
  id: Uuid
  code: string
  name: string
  shop_id: Uuid
  /** What is sold leaves it, empties come into it. */
  warehouse_id: Uuid
  /** ISO 4217. */
  currency: string
  /** The finance account of its drawer. */
  cash_account_id: Uuid
  card_account_id: Uuid | null
  payment_methods: ('cash' | 'card')[]
  /** A live sale beyond the stock is refused. */
  sells_only_in_stock: boolean
  /** Nothing is sold without an open session. */
  requires_session: boolean
  cash_rounding: Decimal
  /** The stock categories sold here; null: all. */
  categories: string[] | null
  /** Another desk whose taps it draws from. */
  taps_of_id: Uuid | null
  tap_tolerance_pct: Decimal
  anonymous_return_limit: Decimal
  open_session_id: Uuid | null
  is_active: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface CashDeskReport {
  object: 'cash_desk_report'
  /** X while the session is open; Z once it is closed, kept as it was made. */
  kind: 'X' | 'Z'
  session_id: Uuid
  number: string
  cash_desk: NamedRef
  /** ISO 4217. */
  currency: string
  opened_at: Instant
  closed_at: Instant | null
  as_of: Instant
  /** Of its first sale or refund. */
  first_number: string | null
  last_number: string | null
  /** What is not cancelled. */
  sales: {
    count: number
    excl_vat: Decimal
    vat: Decimal
    incl_vat: Decimal
    deposit: Decimal
    returned: Decimal
    rounding: Decimal
    payable: Decimal
  }
  /** What is not cancelled; the amounts are negative. */
  refunds: {
    count: number
    excl_vat: Decimal
    vat: Decimal
    incl_vat: Decimal
    deposit: Decimal
    returned: Decimal
    rounding: Decimal
    payable: Decimal
  }
  cancelled: { count: number; payable: Decimal }
  /** Paid, but not yet in the books. */
  unsettled: { count: number; payable: Decimal; ids: Uuid[] }
  offline: { count: number; payable: Decimal }
  /** Of the documents, refunds taken off; the highest rate first. */
  rates: { vat_rate_pct: Decimal; excl_vat: Decimal; vat: Decimal; incl_vat: Decimal }[]
  /** Refunds taken off. */
  payments: { method: 'cash' | 'card'; count: number; amount: Decimal }[]
  cashiers: { cashier: string | null; count: number; payable: Decimal }[]
  packaging_returns: { count: number; pieces: Decimal; refund: Decimal }
  /** Signed: from `opening_float` to `other` it adds up to `expected`. */
  cash: {
    opening_float: Decimal
    sales: Decimal
    refunds: Decimal
    packaging_returns: Decimal
    cash_in: Decimal
    cash_out: Decimal
    other: Decimal
    expected: Decimal
    counted: Decimal | null
    difference: Decimal | null
    withdrawn: Decimal | null
    closing_float: Decimal | null
  }
  livemode: boolean
}

export interface CashDeskSession {
  object: 'cash_desk_session'
  id: Uuid
  number: string
  status: 'open' | 'closed'
  cash_desk: NamedRef
  /** ISO 4217. */
  currency: string
  opened_at: Instant
  closed_at: Instant | null
  opening_float: Decimal
  expected_float: Decimal | null
  float_difference: Decimal | null
  float_explained: boolean
  expected_cash: Decimal | null
  counted_cash: Decimal | null
  difference: Decimal | null
  withdrawn: Decimal | null
  closing_float: Decimal | null
  denominations: { value: Decimal; count: number }[] | null
  notes: string | null
  allowed_actions: ('cash_in' | 'cash_out' | 'explain_float' | 'close')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface CashDeskSessionCashIn {
  amount: Decimal
  description: string
  /** The other account of a transfer: active, in the same currency. */
  account_id?: Uuid | null
}

export interface CashDeskSessionCashInResult extends CashDeskSession {
  /** What the action created. */
  created: { object: 'cashflow'; id: Uuid }
}

export interface CashDeskSessionCashOutResult extends CashDeskSession {
  /** What the action created. */
  created: { object: 'cashflow'; id: Uuid }
}

export interface CashDeskSessionClose {
  /** What is in the drawer. */
  counted_cash: Decimal
  /** Coins and notes; together `counted_cash`. */
  denominations?: { value: Decimal; count: number }[] | null
  /** Taken out of the drawer after the count. */
  withdraw?: {
    amount: Decimal
    /** The other account of a transfer: active, in the same currency. */
    account_id?: Uuid | null
    description?: string | null
  } | null
  notes?: string | null
}

export interface CashDeskSessionCreate {
  cash_desk_id?: Uuid
  /** Instead of the desk, where the shop has one. */
  shop_id?: Uuid
  /** What is in the drawer. */
  opening_float: Decimal
  notes?: string | null
}

export interface CashDeskSessionExplainFloat {
  description?: string | null
  /** The other account of a transfer: active, in the same currency. */
  account_id?: Uuid | null
}

export interface CashDeskSessionExplainFloatResult extends CashDeskSession {
  /** What the action created. */
  created: { object: 'cashflow'; id: Uuid }
}

export interface CashDeskTapCreate {
  tap_number: number
  /** A base_product with a packaging_type and a base_item_quantity. */
  item_id: Uuid
  /** Takes from exactly this layer; without it FIFO decides. */
  lot_id?: Uuid | null
  /** Now by default; not ahead. */
  tapped_at?: Instant
}

export interface Cashflow {
  object: 'cashflow'
  id: Uuid
  number: string
  type: 'income' | 'expense'
  /** The state of the document, regardless of payments. */
  status: 'draft' | 'confirmed' | 'cancelled'
  payment_status: 'unpaid' | 'partially_paid' | 'paid'
  date: Day
  description: string
  amount: Decimal
  paid_amount: Decimal
  amount_remaining: Decimal
  currency: string
  payment_method: 'cash' | 'bank_transfer' | 'card'
  partner: NamedRef | null
  category_id: Uuid | null
  event_id: Uuid | null
  activity_id: Uuid | null
  paid_at: Day | null
  source: CashflowSource | null
  allowed_actions: ('confirm' | 'mark_paid' | 'revert_payment' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface CashflowCreate {
  cashflow_type: 'income' | 'expense'
  amount: Decimal
  /** Today by default. */
  date?: Day
  description: string
  payment_method: 'cash' | 'bank_transfer' | 'card'
  status?: 'draft' | 'confirmed' | 'cancelled'
  /** A currency of an active finance account; CZK by default. */
  currency?: string
  partner_id?: Uuid | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
}

/** What was paid for, where this records a payment; its own actions record and revert payments. */
export interface CashflowSource {
  object: 'invoice' | 'received_invoice' | 'pos_sale' | 'packaging_return' | 'cash_desk_session'
  id: Uuid
}

export interface CashflowSum {
  object: 'cashflow_sum'
  /** ISO 4217. */
  currency: string
  income: Decimal
  expense: Decimal
  difference: Decimal
  paid: Decimal
  /** Of documents. */
  count: number
  /**
   * Of each document asked for by `document_ids`: the difference of all up to it, itself included, in the order
   * they were created.
   */
  running?: { id: Uuid; difference: Decimal }[]
}

export interface Category {
  object: 'category'
  id: Uuid
  /** Which field can refer to it: category_id, event_id or activity_id. */
  kind: 'category' | 'event' | 'activity'
  code: string
  name: string
  is_active: boolean
  livemode: boolean
}

export interface Contact {
  object: 'contact'
  id: Uuid
  partner_id: Uuid
  name: string
  position: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  is_primary: boolean
  notes: string | null
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface ContactWithPartner {
  object: 'contact'
  id: Uuid
  partner: NamedRef
  name: string
  position: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  is_primary: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface CostBatch {
  id: Uuid
  number: string
}

export interface CostByProduct {
  goods_receipt_id: Uuid
  item: ItemRef
  quantity: Decimal
  unit: UnitRef
  value: Decimal
  unit_cost: Decimal
}

export interface CostInProcess {
  volume_l: Decimal | null
  value: Decimal
  unit_cost: Decimal | null
}

export interface CostLot {
  lot_id: Uuid
  lot_number: string | null
  quantity: Decimal
  value: Decimal
  stock_issue_id: Uuid
}

export interface CostMaterial {
  item: ItemRef
  quantity: Decimal
  unit: UnitRef
  value: Decimal
  unit_cost: Decimal
  lots: CostLot[]
}

export interface CostPackaging {
  packaging_run_id: Uuid
  number: string
  released_quantity: Decimal
  filled_quantity: Decimal
  loss_quantity: Decimal
  liquid_value: Decimal
  material_value: Decimal
  value: Decimal
}

export interface CostReceipt {
  goods_receipt_id: Uuid
  quantity: Decimal
  unit: UnitRef
  value: Decimal
  unit_cost: Decimal
}

/** Always: materials + transferred_in = transferred_out + received + by_products + written_off + in_process. */
export interface CostTotals {
  materials: Decimal
  transferred_in: Decimal
  transferred_out: Decimal
  additional_cost: Decimal
  received: Decimal
  by_products: Decimal
  written_off: Decimal
  in_process: Decimal
}

export interface CostTransfer {
  batch: CostBatch
  direction: 'in' | 'out'
  volume_l: Decimal
  value: Decimal
}

export interface CostYield {
  planned_volume_l: Decimal
  brewed_l: Decimal | null
  transferred_in_l: Decimal
  transferred_out_l: Decimal
  received_l: Decimal
  packaged_l: Decimal
  cellar_loss_l: Decimal
  packaging_loss_l: Decimal
  yield_pct: Decimal | null
}

export interface Country {
  object: 'country'
  id: Uuid
  /** ISO 3166-1 alpha-2. */
  code: string
  name_cs: string
  name_en: string
  livemode: boolean
}

export interface DeliveryAttempt {
  at: Instant
  http_status: number | null
  duration_ms: number
  error: string | null
  /** The first kilobyte of the response. */
  response_snippet: string | null
}

export interface Deposit {
  object: 'deposit'
  id: Uuid
  code: string
  name: string
  /** The packaging item that is returned. */
  packaging_item_id: Uuid
  amount: Decimal
  /** ISO 4217. */
  currency: string
  is_active: boolean
  livemode: boolean
}

export interface DepositRef {
  id: Uuid
  code: string
  name: string
}

export interface DocumentAction {
  object: 'document_action'
  key: string
  summary: string
  /** Whether it would succeed now for whoever asks, as far as can be told without its body. */
  allowed: boolean
  /** Why not: the error code and its members. */
  blockers: { code: string }[]
  /** The JSON Schema of its body. */
  body: Record<string, unknown> | null
}

export interface EntryDocument {
  object: string
  id: Uuid
  number: string
}

export interface ExciseDay {
  object: 'excise_day'
  date: Day
  /** The whole °Plato: 12.9 counts as 12. */
  plato: string
  /** Hectolitres, exact. */
  opening_hl: Decimal
  /** From batches; less what went back, and more by what operations gained. */
  produced_hl: Decimal
  /** From elsewhere, and found by counts. */
  received_hl: Decimal
  /** Left the warehouses of excise: taxed. */
  released_hl: Decimal
  /** Waste, shortages, and what packaging and repacking lost: not taxed. */
  losses_hl: Decimal
  /** Hectolitres, exact. */
  closing_hl: Decimal
  livemode: boolean
}

/** What filing would close. */
export interface ExciseFileEffects {
  /** No beer moves up to this day in warehouses of excise. */
  locked_until?: Day
  /** Alone, when the key holds none of the scopes: brewery:read. */
  redacted?: true
}

export interface ExciseMovement {
  object: 'excise_movement'
  document: {
    object: 'goods_receipt' | 'stock_issue' | 'packaging_run' | 'repack'
    id: Uuid
    number: string
    date: Day
    movement_purpose: string | null
  }
  /** Null for the difference of a packaging run or a repack. */
  line_id: Uuid | null
  item: ItemRef | null
  warehouse: NamedRef
  partner: NamedRef | null
  batch_id: Uuid | null
  lot_number: string | null
  /** The whole °Plato: 12.9 counts as 12. */
  plato: string
  quantity: Decimal | null
  unit: UnitRef | null
  /** Signed: what comes is positive. */
  hl: Decimal
  column: 'produced' | 'received' | 'released' | 'losses' | 'internal'
  livemode: boolean
}

export interface ExciseReport extends ExciseReportListItem {
  lines: {
    /** The whole °Plato: 12.9 counts as 12. */
    plato: string
    /** Hectolitres, exact. */
    opening_hl: Decimal
    /** From batches; less what went back, and more by what operations gained. */
    produced_hl: Decimal
    /** From elsewhere, and found by counts. */
    received_hl: Decimal
    /** Left the warehouses of excise: taxed. */
    released_hl: Decimal
    /** Waste, shortages, and what packaging and repacking lost: not taxed. */
    losses_hl: Decimal
    /** Hectolitres, exact. */
    closing_hl: Decimal
    /** Crowns for a hectolitre and each whole °Plato. */
    rate: Decimal
    tax: Decimal
  }[]
}

export interface ExciseReportCreate {
  /** A month, as YYYY-MM; not a future one. */
  period: string
  notes?: string | null
}

export interface ExciseReportFile {
  /** After the month, not after today; today by default. */
  filed_at?: Day
  /** Added to the notes. */
  note?: string
}

export interface ExciseReportListItem {
  object: 'excise_report'
  id: Uuid
  number: string
  period: string
  status: 'draft' | 'filed'
  category: {
    code: string
    name: string
    /** Hectolitres, exact. */
    max_annual_hl: Decimal | null
  }
  due_date: Day
  totals: {
    /** Hectolitres, exact. */
    opening_hl: Decimal
    /** From batches; less what went back, and more by what operations gained. */
    produced_hl: Decimal
    /** From elsewhere, and found by counts. */
    received_hl: Decimal
    /** Left the warehouses of excise: taxed. */
    released_hl: Decimal
    /** Waste, shortages, and what packaging and repacking lost: not taxed. */
    losses_hl: Decimal
    /** Hectolitres, exact. */
    closing_hl: Decimal
    tax: Decimal
    /** Rounded as the settings of the brewery say. */
    tax_payable: Decimal
  }
  /** From January to this month. */
  produced_ytd_hl: Decimal
  /** In process at the end of the month: shown, not taxed. */
  in_production: {
    /** The whole °Plato: 12.9 counts as 12. */
    plato: string
    batches: number
    /** Hectolitres, exact. */
    volume_hl: Decimal
  }[]
  /** Drafts dated in the month that would move beer of excise. */
  open_documents: number
  /** A fresh calculation would differ from the lines. Null in lists. */
  is_stale: boolean | null
  calculated_at: Instant
  filed_at: Day | null
  notes: string | null
  allowed_actions: ('recalculate' | 'file')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

/** The caller's own identifier for the record, also written `<system>:<id>`. */
export interface ExternalRef {
  /** The system that gave the identifier. */
  system: string
  /** The identifier itself; case and spaces matter. */
  id: string
}

export interface FinanceAccount {
  object: 'finance_account'
  id: Uuid
  type: 'bank' | 'cash' | 'card'
  name: string
  /** ISO 4217. */
  currency: string
  is_active: boolean
  livemode: boolean
}

export interface GoodsReceipt extends GoodsReceiptListItem {
  lines: StockLine[]
}

export interface GoodsReceiptCreate {
  warehouse_id: Uuid
  /** By default purchase for a receipt, sale for an issue. */
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
  /** Today by default; at most 366 days ahead. */
  date?: Day
  /** Transfers only: where the goods go. */
  target_warehouse_id?: Uuid | null
  partner_id?: Uuid | null
  /**
   * An open batch. `production_out` adds its cost to the batch; `production_in` takes from it what the beer is
   * worth, so lines of the batch's item have no unit_price.
   */
  batch_id?: Uuid | null
  notes?: string | null
  external_ref?: ExternalRef
  /** Freight, duty and the like: part of the cost of the goods. */
  additional_cost?: Decimal
  lines?: GoodsReceiptLineCreate[]
}

export interface GoodsReceiptLineCreate {
  item_id: Uuid
  quantity: Decimal
  unit: UnitInput
  unit_price?: Decimal | null
  lot_number?: string | null
  expiry_date?: Day | null
  notes?: string | null
}

export interface GoodsReceiptLinePatch {
  item_id?: Uuid
  quantity?: Decimal
  unit?: UnitInput
  unit_price?: Decimal | null
  lot_number?: string | null
  expiry_date?: Day | null
  notes?: string | null
  /** Posted instead of the quantity and never more than it; 0 skips the line. */
  issued_quantity?: Decimal | null
}

export interface GoodsReceiptListItem {
  object: 'goods_receipt'
  id: Uuid
  number: string
  movement_type: 'receipt' | 'issue'
  movement_purpose:
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
  status: 'draft' | 'confirmed' | 'cancelled'
  date: Day
  warehouse: NamedRef
  target_warehouse: NamedRef | null
  partner: NamedRef | null
  order_id: Uuid | null
  batch_id: Uuid | null
  /** The packaging run it belongs to. */
  packaging_run_id: Uuid | null
  /** The repack it belongs to. */
  repack_id: Uuid | null
  /** The stock issue of the transfer this receipt completes. */
  source_issue_id: Uuid | null
  /** The sale over the counter that made it. */
  pos_sale_id: Uuid | null
  /** The packaging return that made it. */
  packaging_return_id: Uuid | null
  /** The keg on tap that made it. */
  keg_tap_id: Uuid | null
  totals: { additional_cost: Decimal; total_cost: Decimal }
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('confirm' | 'cancel' | 'revert_to_draft')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface GoodsReceiptPatch {
  date?: Day
  partner_id?: Uuid | null
  notes?: string | null
  target_warehouse_id?: Uuid | null
  additional_cost?: Decimal
}

export interface Health {
  object: 'health'
  status: 'ok'
  time: Instant
  api_version: string
  /** Of the program. */
  version: string
}

/** The stock levels a write would change, and what it could not reserve. */
export interface HoldingEffects {
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** What could not be reserved, line by line; told to a key with stock:read. */
  shortages?: Shortage[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface ImportWarning {
  /**
   * supplier_name_differs: the supplier's number is known under a different name. supplier_account_differs: the
   * document asks for payment to a different account than earlier invoices of the supplier. due_before_issue: the
   * document is due before it is issued. More codes may be added.
   */
  code: 'supplier_name_differs' | 'supplier_account_differs' | 'due_before_issue'
  /** What was found and what to do, for people. */
  message: string
}

export interface InboxCreate {
  /** A finalized attachment. Or send multipart/form-data with the part file. */
  attachment_id: Uuid
}

export interface InboxReject {
  /** Why nothing comes of it. */
  note: string
}

export interface InboxSort {
  /** What the file belongs to; send with entity_id. */
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
  note?: string
}

export interface InboxSubmission {
  object: 'inbox_submission'
  id: Uuid
  /** waiting: somebody needs to look at it; rejected: somebody did, and nothing comes of it. */
  status: 'waiting' | 'sorted' | 'rejected'
  /**
   * isdoc_imported, isdoc_rejected (the reason is in note), files (waits for manual sorting), scan (read by
   * machine).
   */
  outcome: 'isdoc_imported' | 'isdoc_rejected' | 'files' | 'scan'
  attachment_id: Uuid
  file_name: string
  received_invoice_id: Uuid | null
  note: string | null
  /** The error code, for isdoc_rejected. */
  reason: string | null
  /** The same document arrived before; nothing was created. */
  duplicate: boolean
  /** The e-mail of the person the key acts for. */
  sender: string
  /**
   * What looked odd about the imported document, so that somebody checks before paying. It never changes
   * afterwards.
   */
  warnings: ImportWarning[]
  allowed_actions: ('sort' | 'reject')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface InventoryCount extends InventoryCountListItem {
  lines: InventoryCountLine[]
}

export interface InventoryCountCreate {
  warehouse_id: Uuid
  /** The day whose stock is counted: today by default, never later. */
  date?: Day
  /** `listed` starts with the item_ids; a line may add another item. */
  scope?: 'all' | 'listed'
  item_ids?: Uuid[]
  notes?: string | null
}

export interface InventoryCountLine {
  object: 'inventory_count_line'
  id: Uuid
  item: ItemRef
  lot_id: Uuid | null
  /** The label of the layer, where only that is counted. */
  lot_number: string | null
  /** Of the layer, where only that is counted. */
  expiry_date: Day | null
  expected_quantity: Decimal | null
  counted_quantity: Decimal | null
  difference: Decimal | null
  unit: UnitRef
  /** A surplus of an item that never had a cost: posted at 0. */
  cost_missing: boolean
  created_at: Instant
}

export interface InventoryCountLineCreate {
  item_id: Uuid
  /** Counts only this layer. */
  lot_id?: Uuid | null
  /** In the item's unit. */
  counted_quantity: Decimal
  unit: UnitInput
}

export interface InventoryCountLinePatch {
  /** In the item's unit. */
  counted_quantity?: Decimal | null
  unit?: UnitInput
}

export interface InventoryCountListItem {
  object: 'inventory_count'
  id: Uuid
  number: string
  status: 'draft' | 'running' | 'closed' | 'cancelled'
  date: Day
  warehouse: NamedRef
  scope: 'all' | 'listed'
  item_ids: Uuid[]
  /** The shortages. */
  stock_issue_id: Uuid | null
  /** The surpluses. */
  goods_receipt_id: Uuid | null
  notes: string | null
  allowed_actions: ('start' | 'finish' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface Invoice extends InvoiceListItem {
  lines: InvoiceLine[]
}

export interface InvoiceCreate {
  /** Creates the invoice of this order; only external_ref may be sent with it. */
  order_id?: Uuid
  /** Required without order_id. */
  partner_id?: Uuid
  /** Required when the account keeps stock. */
  warehouse_id?: Uuid | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  /** Today by default; at most 366 days ahead. */
  issue_date?: Day
  /**
   * By default the issue date plus the partner's payment terms. A default follows a new issue date or partner; a
   * date you sent is kept.
   */
  due_date?: Day
  /** The issue date by default. A default follows a new issue date; a date you sent is kept. */
  tax_point_date?: Day
  customer_order_ref?: string | null
  notes?: string | null
  internal_notes?: string | null
  /** ISO 4217; CZK by default. */
  currency?: string
  /**
   * CZK for one unit of the currency. Another currency clears it. An invoice in CZK has none: "1" is accepted but
   * not stored.
   */
  exchange_rate?: Decimal | null
  external_ref?: ExternalRef
  lines?: InvoiceLineCreate[]
}

export interface InvoiceCredit {
  /** Why it is credited; shown on the credit note. */
  reason: string
  /** Today by default; not before the invoice. */
  issue_date?: Day
  notes?: string | null
  /** What to credit of which line: quantity, deposit_quantity or both. If absent, everything that is left. */
  lines?: {
    line_id: Uuid
    /** At most what is left of the line; without it, only packaging is credited. */
    quantity?: Decimal
    /** Pieces of packaging. By default in proportion to the quantity credited so far, in whole pieces; 0 for none. */
    deposit_quantity?: Decimal
  }[]
}

export interface InvoiceGroupStockIssues {
  stock_issue_ids: Uuid[]
}

export interface InvoiceLine {
  object: 'invoice_line'
  id: Uuid
  invoice_id: Uuid
  item: ItemRef | null
  description: string
  quantity: Decimal
  unit: UnitRef | null
  unit_price: Decimal
  vat_rate_pct: Decimal
  discount_pct: Decimal | null
  totals: LineTotals
  /** Returnable packaging, outside VAT: pieces times the deposit. */
  deposit: { id: Uuid | null; pieces: Decimal; total: Decimal }
  category_id: Uuid | null
  event_id: Uuid | null
  activity_id: Uuid | null
  /** The stock issue the line came from. */
  source_stock_issue_id: Uuid | null
  sort_order: number
  created_at: Instant
  /** Why no VAT is charged at 0 %; null if not given. */
  vat_exemption: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface InvoiceLineCreate {
  description: string
  quantity: Decimal
  /** Without VAT, in the currency of the invoice. */
  unit_price: Decimal
  /** Absent for a service line. */
  item_id?: Uuid | null
  unit?: UnitInput
  /** 21 by default; 0 if not a VAT payer on the tax point date. */
  vat_rate_pct?: Decimal
  discount_pct?: Decimal | null
  /** A deposit from GET /deposits in the currency of the invoice; none by default. */
  deposit_id?: Uuid | null
  /** Pieces of packaging; by default the quantity, rounded up. */
  deposit_quantity?: Decimal | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  /** Why no VAT is charged; only at 0 %, and only for VAT payers. By default that of the item's VAT rate. */
  vat_exemption?: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface InvoiceLinePatch {
  description?: string
  quantity?: Decimal
  /** Without VAT, in the currency of the invoice. */
  unit_price?: Decimal
  /** Absent for a service line. */
  item_id?: Uuid | null
  unit?: UnitInput
  /** 21 by default; 0 if not a VAT payer on the tax point date. */
  vat_rate_pct?: Decimal
  discount_pct?: Decimal | null
  /** A deposit from GET /deposits in the currency of the invoice; none by default. */
  deposit_id?: Uuid | null
  /** Pieces of packaging; by default the quantity, rounded up. */
  deposit_quantity?: Decimal | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  /** Why no VAT is charged; only at 0 %, and only for VAT payers. By default that of the item's VAT rate. */
  vat_exemption?: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface InvoiceListItem {
  object: 'invoice'
  id: Uuid
  /** A credit note corrects another invoice; its amounts are negative. */
  document_type: 'invoice' | 'credit_note'
  /** The invoice a credit note corrects. */
  original_invoice_id: Uuid | null
  /** Assigned when it is issued. */
  number: string | null
  status: 'draft' | 'issued' | 'paid' | 'cancelled'
  partner: NamedRef
  /** Null in lists. */
  order_id: Uuid | null
  warehouse_id: Uuid | null
  category_id: Uuid | null
  event_id: Uuid | null
  activity_id: Uuid | null
  issue_date: Day
  /** Null on a credit note, which is set off or refunded. */
  due_date: Day | null
  tax_point_date: Day
  paid_at: Day | null
  currency: string
  exchange_rate: Decimal | null
  totals: IssuedInvoiceTotals
  payable: Decimal
  rounding: Decimal
  amount_paid: Decimal
  amount_credited: Decimal
  amount_remaining: Decimal
  variable_symbol: string | null
  customer_order_ref: string | null
  notes: string | null
  internal_notes: string | null
  external_ref: ExternalRef | null
  /** Why the invoice was credited; null on an invoice. */
  reason: string | null
  allowed_actions: ('issue' | 'mark_paid' | 'revert_payment' | 'cancel' | 'group_stock_issues' | 'credit')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface InvoiceMarkPaid {
  paid_at: Day
  /** By default the default account of the payment method and currency. */
  account_id?: Uuid | null
  amount?: Decimal
}

export interface InvoicePatch {
  partner_id?: Uuid
  /** Required when the account keeps stock. */
  warehouse_id?: Uuid | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  /** Today by default; at most 366 days ahead. */
  issue_date?: Day
  /**
   * By default the issue date plus the partner's payment terms. A default follows a new issue date or partner; a
   * date you sent is kept.
   */
  due_date?: Day
  /** The issue date by default. A default follows a new issue date; a date you sent is kept. */
  tax_point_date?: Day
  customer_order_ref?: string | null
  notes?: string | null
  internal_notes?: string | null
  /** ISO 4217; CZK by default. */
  currency?: string
  /**
   * CZK for one unit of the currency. Another currency clears it. An invoice in CZK has none: "1" is accepted but
   * not stored.
   */
  exchange_rate?: Decimal | null
}

export interface InvoiceSum {
  object: 'invoice_sum'
  /** ISO 4217. Different currencies are never added up. */
  currency: string
  /** Of the documents that the amounts are the sum of. */
  count: number
  excl_vat: Decimal
  vat: Decimal
  incl_vat: Decimal
  remaining: Decimal
  /** Of drafts. They are in none of the amounts. */
  draft_count: number
  /** Of cancelled documents. They are in none of the amounts. */
  cancelled_count: number
  deposit: Decimal
}

export interface InvoiceTotals {
  excl_vat: Decimal
  vat: Decimal
  incl_vat: Decimal
}

export interface IsdocImport {
  object: 'isdoc_import'
  received_invoice_id: Uuid
  supplier_name: string
  document_number: string
  pdf_attached: boolean
  /**
   * What looked odd about the imported document, so that somebody checks before paying. It never changes
   * afterwards.
   */
  warnings: ImportWarning[]
  livemode: boolean
}

/** What the paper of the invoice would say of its payment. */
export interface IssueEffects {
  /**
   * The account on the paper; null when none with a number is set for bank transfers in the currency. Absent when
   * it is paid in cash or by card, and for a credit note.
   */
  payable_to?: {
    /** As the bank of the country writes it. */
    account_number: string | null
    /** Without one the paper has no payment code. */
    iban: string | null
    /** Of the bank. */
    bic: string | null
  } | null
  /** Alone, when the key holds none of the scopes: sales:read, finance:read. */
  redacted?: true
}

export interface IssuedInvoiceTotals {
  excl_vat: Decimal
  vat: Decimal
  incl_vat: Decimal
  deposit: Decimal
}

export interface Item {
  object: 'item'
  id: Uuid
  /** Assigned by the number series for items. */
  code: string | null
  name: string
  brand: string | null
  item_type:
    | 'brew_material'
    | 'production_item'
    | 'base_product'
    | 'purchased_sale_item'
    | 'packaging'
    | 'service'
    | 'other'
  material_type: string | null
  /** Follows from item_type; a warehouse may accept only some categories. */
  stock_category: 'material' | 'semi_product' | 'product' | 'goods' | 'packaging' | 'service' | 'other'
  unit: UnitRef
  recipe_unit: UnitRef | null
  base_item_id: Uuid | null
  base_item_quantity: Decimal | null
  is_packaging: boolean
  packaging_type: string | null
  volume_l: Decimal | null
  abv: Decimal | null
  plato: Decimal | null
  shelf_life_days: number | null
  ean: string | null
  barcode: string | null
  sale_price: Decimal | null
  sale_vat_rate_id: Uuid | null
  pos_available: boolean
  web_available: boolean
  external_ref: ExternalRef | null
  is_active: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface ItemCreate {
  name: string
  unit: UnitInput
  item_type?:
    | 'brew_material'
    | 'production_item'
    | 'base_product'
    | 'purchased_sale_item'
    | 'packaging'
    | 'service'
    | 'other'
  material_type?: string | null
  recipe_unit?: UnitInput | null
  /** The production item a base_product is filled from: required for it, not allowed for others. */
  base_item_id?: Uuid | null
  /** How much of the base item one piece holds, in the base item's unit. */
  base_item_quantity?: Decimal | null
  brand?: string | null
  /** The same on a product and on the packaging it is filled into: this is how the product finds its deposit. */
  packaging_type?: string | null
  /** Litres in one piece. */
  volume_l?: Decimal | null
  abv?: Decimal | null
  plato?: Decimal | null
  /** Days from production to the expiry date of its lots. */
  shelf_life_days?: number | null
  sale_price?: Decimal | null
  ean?: string | null
  barcode?: string | null
  /** From GET /vat-rates. On create, the default rate if absent. */
  sale_vat_rate_id?: Uuid | null
  pos_available?: boolean
  web_available?: boolean
  is_active?: boolean
  external_ref?: ExternalRef
}

export interface ItemPatch {
  name?: string
  unit?: UnitInput
  item_type?:
    | 'brew_material'
    | 'production_item'
    | 'base_product'
    | 'purchased_sale_item'
    | 'packaging'
    | 'service'
    | 'other'
  material_type?: string | null
  recipe_unit?: UnitInput | null
  /** The production item a base_product is filled from: required for it, not allowed for others. */
  base_item_id?: Uuid | null
  /** How much of the base item one piece holds, in the base item's unit. */
  base_item_quantity?: Decimal | null
  brand?: string | null
  /** The same on a product and on the packaging it is filled into: this is how the product finds its deposit. */
  packaging_type?: string | null
  /** Litres in one piece. */
  volume_l?: Decimal | null
  abv?: Decimal | null
  plato?: Decimal | null
  /** Days from production to the expiry date of its lots. */
  shelf_life_days?: number | null
  sale_price?: Decimal | null
  ean?: string | null
  barcode?: string | null
  /** From GET /vat-rates. On create, the default rate if absent. */
  sale_vat_rate_id?: Uuid | null
  pos_available?: boolean
  web_available?: boolean
  is_active?: boolean
}

export interface ItemRef {
  id: Uuid
  code: string | null
  name: string
}

export interface KegTap {
  object: 'keg_tap'
  id: Uuid
  cash_desk: NamedRef
  tap_number: number
  status: 'tapped' | 'removed' | 'emptied' | 'returned'
  item: ItemRef
  base_item: ItemRef
  unit: UnitRef
  /** The layer of beer that is the keg, in the warehouse of what is on tap. */
  lot_id: Uuid
  lot_number: string | null
  expiry_date: Day | null
  quantity: Decimal
  sold_quantity: Decimal
  overdrawn_quantity: Decimal
  wasted_quantity: Decimal
  remaining_quantity: Decimal
  total_cost: Decimal
  remaining_cost: Decimal
  tapped_at: Instant
  /** When it was taken off the tap. */
  ended_at: Instant | null
  /** It took the keg out of stock, and put the beer on tap. */
  repack_id: Uuid
  /** The waste of an emptied keg. */
  stock_issue_id: Uuid | null
  allowed_actions: ('empty' | 'remove' | 'retap')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface KegTapRetap {
  tap_number: number
  /** The desk it was at by default. */
  cash_desk_id?: Uuid
}

export interface LatestReading {
  value: Decimal
  measured_at: Instant
}

/** The newest valid value of each axis; an axis never measured is left out. */
export interface LatestReadings {
  gravity_plato?: LatestReading
  temperature_c?: LatestReading
  ph?: LatestReading
  pressure_bar?: LatestReading
  volume_l?: LatestReading
  co2_g_l?: LatestReading
  abv_pct?: LatestReading
}

/** The stock levels a write would change. */
export interface LevelEffects {
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface LineTotals {
  excl_vat: Decimal
  vat: Decimal
  incl_vat: Decimal
}

export interface Me {
  object: 'me'
  api_version: string
  /** False for the sandbox. */
  livemode: boolean
  tenant: {
    id: Uuid
    name: string
    slug: string
    vertical: string
    country_code: string
  }
  key: NamedRef
  /** The effective scopes: the key's scopes that the subscription covers now. */
  scopes: string[]
  /** Modules and add-ons of the subscription. */
  modules: string[]
  limits: {
    rate_per_min: number
    max_keys: number
    max_webhook_endpoints: number
    events_retention_days: number
  }
  measure_profile: {
    unit_system: 'metric' | 'uk' | 'us'
    axes: Record<string, {
      unit: string
      /** The unit of the stored value. */
      canonical_unit: string
    }>
  }
}

export interface Measurement {
  object: 'measurement'
  id: Uuid
  batch_id: Uuid
  type: 'gravity' | 'temperature' | 'ph' | 'pressure' | 'volume' | 'co2' | 'abv'
  /** Of the batch at `measured_at`. */
  phase: 'planned' | 'brewing' | 'fermentation' | 'lagering' | 'packaging' | 'completed' | 'cancelled'
  measured_at: Instant
  device: string | null
  /** The vessel the batch was in at `measured_at`. */
  vessel_id: Uuid | null
  gravity_plato: Decimal | null
  temperature_c: Decimal | null
  ph: Decimal | null
  pressure_bar: Decimal | null
  volume_l: Decimal | null
  co2_g_l: Decimal | null
  abv_pct: Decimal | null
  note: string | null
  /** False for an outlier: it counts nowhere. */
  is_valid: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface MeasurementPoint {
  object: 'measurement_point'
  /** Where the bucket starts. */
  at: Instant
  min: Decimal
  max: Decimal
  avg: Decimal
  last: Decimal
  count: number
}

/** The stock the lines of a write would move. */
export interface MoveEffects {
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** What each line would move and what that is worth; less than 0 goes out. */
  moves?: {
    line_id: Uuid
    item: ItemRef
    quantity: Decimal
    unit: UnitRef
    value: Decimal
  }[]
  value?: Decimal
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface NamedRef {
  id: Uuid
  name: string
}

export interface NumberSeries {
  object: 'number_series'
  id: Uuid
  document_kind:
    | 'item'
    | 'order'
    | 'goods_receipt'
    | 'stock_issue'
    | 'inventory_count'
    | 'repack'
    | 'invoice'
    | 'credit_note'
    | 'received_invoice'
    | 'cashflow'
    | 'pos_sale'
    | 'packaging_return'
    | 'batch'
    | 'excise_report'
    | 'packaging_run'
    | 'recipe'
    | 'cash_desk_session'
  prefix: string
  /** Such as `OBJ{YYYY}{00001}`; without a year if the series never restarts. */
  format: string
  /** The number of the next record dated this year. */
  next_number: string
  livemode: boolean
}

export interface Order extends OrderListItem {
  lines: OrderLine[]
}

export interface OrderConfirmResult extends Order {
  /** What could not be reserved, line by line; told to a key with stock:read. */
  shortages?: Shortage[]
}

export interface OrderCreate {
  partner_id: Uuid
  /** Today by default; at most 366 days ahead. */
  order_date?: Day
  /** A contact of the partner. */
  contact_id?: Uuid | null
  delivery_date?: Day | null
  /** Determines the shop; required if the account has several active shops. */
  warehouse_id?: Uuid | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  notes?: string | null
  internal_notes?: string | null
  delivery?: {
    type?: 'pickup' | 'own_transport' | 'courier' | null
    street?: string | null
    city?: string | null
    zip?: string | null
    country?: string | null
  }
  payment_method?: 'cash' | 'bank_transfer' | 'card' | null
  external_ref?: ExternalRef
  lines?: OrderLineCreate[]
}

export interface OrderCreateInvoiceResult extends Order {
  /** What the action created. */
  created: { object: 'invoice'; id: Uuid }
}

export interface OrderCreateStockIssueResult extends Order {
  /** What the action created. */
  created: { object: 'stock_issue'; id: Uuid }
}

export interface OrderLine {
  object: 'order_line'
  id: Uuid
  order_id: Uuid
  item: ItemRef
  quantity: Decimal
  unit: UnitRef
  unit_price: Decimal
  vat_rate_pct: Decimal
  discount_pct: Decimal | null
  totals: LineTotals | null
  /** Returnable packaging, outside VAT: pieces times the deposit. */
  deposit: { id: Uuid | null; pieces: Decimal; total: Decimal }
  /** quantity times volume_l of the item, exact. */
  volume_l: Decimal | null
  notes: string | null
  sort_order: number
  price_source: 'partner_price' | 'price_list' | 'discount' | 'base' | 'manual'
  created_at: Instant
  /** Why no VAT is charged at 0 %; null if not given. */
  vat_exemption: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface OrderLineCreate {
  item_id: Uuid
  quantity: Decimal
  unit: UnitInput
  /** If absent or null, the price cascade applies. */
  unit_price?: Decimal | null
  /** By default the rate of the item; 0 if not a VAT payer. */
  vat_rate_pct?: Decimal
  /** Off the unit price, whatever its source. */
  discount_pct?: Decimal | null
  /** By default the deposit of the item's packaging. */
  deposit_id?: Uuid | null
  /** By default the quantity, rounded up. */
  deposit_quantity?: Decimal | null
  notes?: string | null
  /** Why no VAT is charged; only at 0 %, and only for VAT payers. By default that of the item's VAT rate. */
  vat_exemption?: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface OrderLinePatch {
  quantity?: Decimal
  unit?: UnitInput
  /** If absent or null, the price cascade applies. */
  unit_price?: Decimal | null
  /** By default the rate of the item; 0 if not a VAT payer. */
  vat_rate_pct?: Decimal
  /** Off the unit price, whatever its source. */
  discount_pct?: Decimal | null
  /** By default the deposit of the item's packaging. */
  deposit_id?: Uuid | null
  /** By default the quantity, rounded up. */
  deposit_quantity?: Decimal | null
  notes?: string | null
  /** Why no VAT is charged; only at 0 %, and only for VAT payers. By default that of the item's VAT rate. */
  vat_exemption?: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface OrderListItem {
  object: 'order'
  id: Uuid
  number: string
  status: 'draft' | 'confirmed' | 'in_preparation' | 'shipped' | 'delivered' | 'invoiced' | 'cancelled'
  partner: { id: Uuid; name: string | null }
  contact_id: Uuid | null
  order_date: Day
  delivery_date: Day | null
  shipped_date: Day | null
  delivered_date: Day | null
  shop_id: Uuid | null
  warehouse_id: Uuid | null
  category_id: Uuid | null
  event_id: Uuid | null
  activity_id: Uuid | null
  /** ISO 4217; by default that of the partner's price list, else CZK. */
  currency: string
  totals: { excl_vat: Decimal; vat: Decimal; incl_vat: Decimal; deposit: Decimal }
  invoice_id: Uuid | null
  /** The last stock issue of the order. */
  stock_issue_id: Uuid | null
  stock_issue_status: 'draft' | 'confirmed' | 'cancelled' | null
  cashflow_id: Uuid | null
  origin: 'manual' | 'template' | 'b2b_portal' | 'pos' | 'api'
  external_ref: ExternalRef | null
  delivery: {
    type: 'pickup' | 'own_transport' | 'courier' | null
    street: string | null
    city: string | null
    zip: string | null
    country: string | null
  }
  payment_method: 'cash' | 'bank_transfer' | 'card' | null
  notes: string | null
  internal_notes: string | null
  allowed_actions: ('confirm' | 'start_preparation' | 'ship' | 'deliver' | 'create_stock_issue' | 'create_invoice' | 'cancel' | 'revert_to_draft')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface OrderPatch {
  partner_id?: Uuid
  /** A contact of the partner. */
  contact_id?: Uuid | null
  delivery_date?: Day | null
  /** Determines the shop; required if the account has several active shops. */
  warehouse_id?: Uuid | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  notes?: string | null
  internal_notes?: string | null
  delivery?: {
    type?: 'pickup' | 'own_transport' | 'courier' | null
    street?: string | null
    city?: string | null
    zip?: string | null
    country?: string | null
  }
  payment_method?: 'cash' | 'bank_transfer' | 'card' | null
}

export interface PackagingAdjustment extends PackagingAdjustmentListItem {
  lines: PackagingAdjustmentLine[]
  /** What is held of its deposits now. */
  balances: PackagingBalance[]
}

export interface PackagingAdjustmentCreate {
  partner_id: Uuid
  /** Today by default, and not later. */
  date?: Day
  reason: string
  lines: {
    /** From GET /deposits, in use or not. */
    deposit_id: Uuid
    /** Whole and not zero: above it they are with the partner, below not any more. */
    pieces: Decimal
  }[]
  external_ref?: ExternalRef
}

export interface PackagingAdjustmentLine {
  object: 'packaging_adjustment_line'
  /** Of its movement. */
  id: Uuid
  deposit: DepositRef
  item: ItemRef
  pieces: Decimal
  deposit_amount: Decimal
}

export interface PackagingAdjustmentListItem {
  object: 'packaging_adjustment'
  id: Uuid
  date: Day
  partner: NamedRef
  reason: string
  external_ref: ExternalRef | null
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PackagingBalance {
  object: 'packaging_balance'
  id: Uuid
  partner: NamedRef | null
  item: ItemRef
  deposit: DepositRef
  deposit_id: Uuid
  pieces: Decimal
  deposit_amount: Decimal
  deposit_total: Decimal
  /** ISO 4217. */
  currency: string
  last_movement_on: Day
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PackagingMovement {
  object: 'packaging_movement'
  id: Uuid
  kind: 'dispatch' | 'sale' | 'return' | 'refund' | 'adjustment' | 'reversal'
  date: Day
  partner: NamedRef | null
  item: ItemRef
  deposit_id: Uuid
  pieces: Decimal
  deposit_amount: Decimal
  balance_after: Decimal
  document: { object: string; id: Uuid; number: string | null }
  /** The movement this one undoes. */
  reverses_id: Uuid | null
  livemode: boolean
  created_at: Instant
}

export interface PackagingReturn extends PackagingReturnListItem {
  lines: PackagingReturnLine[]
  /** With create and cancel alone: what is held of its deposits then. */
  balances?: PackagingBalance[]
}

export interface PackagingReturnCreate {
  /** Where the empties go; this or cash_desk_id. */
  warehouse_id?: Uuid
  /** Where they are brought to; this or warehouse_id. */
  cash_desk_id?: Uuid
  /** Required with warehouse_id. Inactive partners may still return. */
  partner_id?: Uuid | null
  /** Today by default, and not later. */
  date?: Day
  lines?: {
    /** From GET /deposits, in use or not; sent twice, the pieces add up. */
    deposit_id: Uuid
    /** Whole. */
    pieces: Decimal
  }[]
  /** Pays the deposit out. Without it only the pieces move. */
  refund?: {
    method: 'cash' | 'bank_transfer' | 'card'
    /** Not at a cash desk, which has its own. By default that of the method. */
    account_id?: Uuid
    amount?: Decimal
  } | null
  /** The sale the pieces were bought with; at most those that are left of it. */
  pos_sale_id?: Uuid | null
  notes?: string | null
  external_ref?: ExternalRef
}

/** The stock and the packaging a return would move. */
export interface PackagingReturnEffects {
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** The balances that change, as they would be. */
  balances?: PackagingBalance[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface PackagingReturnLine {
  object: 'packaging_return_line'
  id: Uuid
  deposit: DepositRef
  item: ItemRef
  pieces: Decimal
  deposit_amount: Decimal
  total: Decimal
}

export interface PackagingReturnListItem {
  object: 'packaging_return'
  id: Uuid
  number: string
  status: 'confirmed' | 'cancelled'
  date: Day
  partner: NamedRef | null
  cash_desk: NamedRef | null
  /** The session that was open at the desk. */
  session_id: Uuid | null
  warehouse: NamedRef
  currency: string
  totals: { pieces: Decimal; deposit: Decimal; rounding: Decimal; refund: Decimal }
  refund: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount: Decimal
    account_id: Uuid
    cashflow_id: Uuid
  } | null
  goods_receipt_id: Uuid
  cashflow_id: Uuid | null
  /** The sale the pieces were bought with. */
  pos_sale_id: Uuid | null
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: 'cancel'[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PackagingRun extends PackagingRunListItem {
  outputs: {
    /** Also the id of the layer it becomes. */
    id: Uuid
    item: ItemRef
    quantity: Decimal
    unit: UnitRef
    filled_quantity: Decimal
    lot_number: string | null
    expiry_date: Day | null
    materials: {
      item: ItemRef
      quantity: Decimal
      unit: UnitRef
      /** The layer it is taken from, if one is named. */
      lot_id: Uuid | null
      value: Decimal | null
      /** Its item has an active deposit: it comes back. */
      is_returnable: boolean
    }[]
    liquid_value: Decimal | null
    material_value: Decimal | null
    additional_value: Decimal | null
    value: Decimal | null
    unit_cost: Decimal | null
    unit_cost_net: Decimal | null
  }[]
}

export interface PackagingRunCreate {
  /** Where the beer and the packaging lie. */
  warehouse_id: Uuid
  /** Where the products go; by default the same. */
  target_warehouse_id?: Uuid | null
  /** Today by default; at most 366 days ahead. */
  date?: Day
  batch_id?: Uuid | null
  /** Beer in stock, the default, or what a batch has in process. */
  source?: 'stock' | 'batch'
  /** The one layer of beer it takes from; of stock only. */
  lot_id?: Uuid | null
  /** What leaves the tank; without it, what is filled. The rest is lost. */
  released_quantity?: Decimal | null
  unit?: UnitInput
  /** Empties the batch: all its value goes along, the litres left are lost. */
  is_final?: boolean
  /** Wages, energy and the like; shared by what is filled. */
  additional_cost?: Decimal
  outputs: {
    /** A base_product; all outputs are filled from the same item. */
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    /** The batch's number by default. */
    lot_number?: string | null
    /** The date and the shelf life by default. */
    expiry_date?: Day | null
    /** When absent, what packaging_bills say of the product and its packaging_type; [] is none. */
    materials?: {
      item_id: Uuid
      quantity: Decimal
      unit: UnitInput
      /** Takes from exactly this layer; without it FIFO decides. */
      lot_id?: Uuid | null
    }[]
  }[]
  notes?: string | null
  external_ref?: ExternalRef
}

/** The stock levels a run would change, and what to look at first. */
export interface PackagingRunEffects {
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /**
   * Outputs of which a piece is filled with other than the volume of its item: excise counts the volume, so the
   * difference shows there as a loss or a gain.
   */
  volume_differences?: { output_id: Uuid; item_id: Uuid; filled_l: Decimal; volume_l: Decimal }[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface PackagingRunListItem {
  object: 'packaging_run'
  id: Uuid
  number: string
  status: 'draft' | 'confirmed' | 'cancelled'
  date: Day
  warehouse: NamedRef
  target_warehouse: NamedRef
  batch_id: Uuid | null
  source: 'stock' | 'batch'
  lot_id: Uuid | null
  item: ItemRef
  unit: UnitRef
  released_quantity: Decimal
  filled_quantity: Decimal
  loss_quantity: Decimal
  loss_pct: Decimal
  is_final: boolean
  totals: {
    liquid: Decimal | null
    materials: Decimal | null
    additional_cost: Decimal
    total: Decimal | null
  }
  /** Null until the run is confirmed, and where there is none. */
  documents: {
    /** The beer out of the batch. */
    production_receipt_id: Uuid | null
    /** The beer that is filled. */
    tank_release_id: Uuid | null
    /** The materials. */
    packaging_issue_id: Uuid | null
    /** The products. */
    goods_receipt_id: Uuid | null
  }
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('confirm' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PackagingRunPatch {
  date?: Day
  target_warehouse_id?: Uuid | null
  /** What leaves the tank; without it, what is filled. The rest is lost. */
  released_quantity?: Decimal | null
  unit?: UnitInput
  /** Empties the batch: all its value goes along, the litres left are lost. */
  is_final?: boolean
  /** Wages, energy and the like; shared by what is filled. */
  additional_cost?: Decimal
  outputs?: {
    /** A base_product; all outputs are filled from the same item. */
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    /** The batch's number by default. */
    lot_number?: string | null
    /** The date and the shelf life by default. */
    expiry_date?: Day | null
    /** When absent, what packaging_bills say of the product and its packaging_type; [] is none. */
    materials?: {
      item_id: Uuid
      quantity: Decimal
      unit: UnitInput
      /** Takes from exactly this layer; without it FIFO decides. */
      lot_id?: Uuid | null
    }[]
  }[]
  notes?: string | null
}

export interface PackagingStatement {
  object: 'packaging_statement'
  partner: NamedRef
  date_from: Day
  date_to: Day
  rows: {
    deposit: DepositRef
    item: ItemRef
    deposit_amount: Decimal
    opening_pieces: Decimal
    dispatched: Decimal
    returned: Decimal
    adjusted: Decimal
    closing_pieces: Decimal
    closing_total: Decimal
  }[]
  /** Of these days, by date. */
  movements: PackagingMovement[]
  totals: { opening_total: Decimal; closing_total: Decimal }
  /** ISO 4217. */
  currency: string
  livemode: boolean
}

export interface PackagingSummary {
  object: 'packaging_summary'
  item: ItemRef
  deposit: DepositRef
  dispatched: Decimal
  returned: Decimal
  adjusted: Decimal
  net: Decimal
  net_total: Decimal
  currency: string
  livemode: boolean
}

export interface Partner {
  object: 'partner'
  id: Uuid
  name: string
  is_customer: boolean
  is_supplier: boolean
  ico: string | null
  dic: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  web: string | null
  address: {
    street: string | null
    city: string | null
    zip: string | null
    country_id: Uuid | null
  }
  payment_terms: number
  price_list_id: Uuid | null
  notes: string | null
  external_ref: ExternalRef | null
  is_active: boolean
  /** What looks mistyped in ico and dic. Nothing is refused for it. */
  warnings: PartnerWarning[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PartnerContactCreate {
  name: string
  position?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
  /** Setting it clears it on the other contacts. */
  is_primary?: boolean
  notes?: string | null
}

export interface PartnerContactPatch {
  name?: string
  position?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
  /** Setting it clears it on the other contacts. */
  is_primary?: boolean
  notes?: string | null
}

export interface PartnerCreate {
  name: string
  is_customer?: boolean
  is_supplier?: boolean
  /**
   * The business id, unique within a country; a partner without a country counts as one of the account's country.
   * Spaces are ignored, leading zeros only in CZ and SK.
   */
  ico?: string | null
  /** The tax id, with its country prefix. */
  dic?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
  web?: string | null
  address?: {
    street?: string | null
    city?: string | null
    zip?: string | null
    country_id?: Uuid | null
  }
  /** Days until its invoices are due. */
  payment_terms?: number
  price_list_id?: Uuid | null
  notes?: string | null
  is_active?: boolean
  external_ref?: ExternalRef
}

export interface PartnerPatch {
  name?: string
  is_customer?: boolean
  is_supplier?: boolean
  /**
   * The business id, unique within a country; a partner without a country counts as one of the account's country.
   * Spaces are ignored, leading zeros only in CZ and SK.
   */
  ico?: string | null
  /** The tax id, with its country prefix. */
  dic?: string | null
  email?: string | null
  phone?: string | null
  mobile?: string | null
  web?: string | null
  address?: {
    street?: string | null
    city?: string | null
    zip?: string | null
    country_id?: Uuid | null
  }
  /** Days until its invoices are due. */
  payment_terms?: number
  price_list_id?: Uuid | null
  notes?: string | null
  is_active?: boolean
}

export interface PartnerWarning {
  /** The number that looks wrong. */
  field: 'ico' | 'dic'
  /**
   * It has another form than numbers of its country, its last digit does not fit, or the country is not in front
   * of it.
   */
  code: 'form' | 'check_digit' | 'prefix_missing'
  /** What to look at, in words. */
  message: string
}

export interface PaymentCode {
  object: 'payment_code'
  /** Short Payment Descriptor 1.0, the content of a Czech payment QR code. */
  spayd: string
  /** The same as a QR code in SVG. */
  svg: string
  livemode: boolean
}

export interface PosItem {
  object: 'pos_item'
  /** That of the item. */
  id: Uuid
  item: ItemRef
  ean: string | null
  barcode: string | null
  unit: UnitRef
  /** What kind of thing it is, as `categories` of a desk name it. */
  stock_category: 'material' | 'semi_product' | 'product' | 'goods' | 'packaging' | 'service' | 'other'
  unit_price: Decimal | null
  price_source: 'partner_price' | 'price_list' | 'discount' | 'base' | 'none'
  vat_rate_pct: Decimal
  deposit: { id: Uuid; amount: Decimal } | null
  /** Beer by the glass, drawn from a tapped keg. */
  is_draft: boolean
  available_quantity: Decimal | null
  /** ISO 4217. */
  currency: string
  livemode: boolean
  /** Of the item; prices and stock change without it. */
  updated_at: Instant
}

export interface PosReceipt {
  object: 'pos_receipt'
  pos_sale_id: Uuid
  kind: 'simplified_tax_document' | 'tax_document' | 'receipt'
  /** Characters of a line; no text is longer. */
  width: number
  language: 'cs' | 'en'
  lines: { text: string; align: 'left' | 'center' | 'right'; is_bold: boolean }[]
  livemode: boolean
}

export interface PosSale extends PosSaleListItem {
  lines: PosSaleLine[]
  returns: {
    deposit: DepositRef
    item: ItemRef
    pieces: Decimal
    deposit_amount: Decimal
    total: Decimal
  }[]
}

export interface PosSaleCreate {
  /** Needed where the shop has several. */
  cash_desk_id?: Uuid
  /** Needed where there are several and no desk is named. */
  shop_id?: Uuid
  /** Now by default; at most 5 minutes ahead. */
  sold_at?: Instant
  /**
   * The sale has happened already: it is recorded whatever stands in the way. Needs sold_at, external_ref and the
   * price of every line.
   */
  offline?: boolean
  partner_id?: Uuid | null
  /** Only that of the desk. */
  currency?: string
  cashier?: string | null
  category_id?: Uuid | null
  event_id?: Uuid | null
  activity_id?: Uuid | null
  notes?: string | null
  external_ref?: ExternalRef
  lines?: {
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    /** With VAT. Without it the price cascade decides. */
    unit_price?: Decimal
    vat_rate_pct?: Decimal
    discount_pct?: Decimal | null
    /** null for none; without it that of the packaging. */
    deposit_id?: Uuid | null
    /** Whole pieces; the quantity rounded up by default. */
    deposit_quantity?: Decimal
    /** Draft beer only: draws from this keg alone. */
    keg_tap_id?: Uuid | null
    notes?: string | null
  }[]
  /** Empties brought along, taken off the bill. */
  returns?: {
    deposit_id: Uuid
    /** Whole pieces. */
    pieces: Decimal
  }[]
  payment?: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount?: Decimal
    /** In cash only: what was handed over; the rest is change. */
    tendered?: Decimal
  }
  /** Instead of payment, for a sale that is paid in several ways; at most one in cash. */
  payments?: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount?: Decimal
    /** In cash only: what was handed over; the rest is change. */
    tendered?: Decimal
  }[]
}

export interface PosSaleLine {
  object: 'pos_sale_line'
  id: Uuid
  item: ItemRef
  quantity: Decimal
  unit: UnitRef
  unit_price: Decimal
  vat_rate_pct: Decimal
  discount_pct: Decimal | null
  totals: InvoiceTotals
  deposit: { id: Uuid | null; pieces: Decimal; total: Decimal }
  price_source: 'manual' | 'partner_price' | 'price_list' | 'discount' | 'base'
  /** The kegs draft beer came from, in the unit of the beer. */
  taps: { keg_tap_id: Uuid; quantity: Decimal; overdrawn_quantity: Decimal }[]
  refunded_quantity: Decimal
  notes: string | null
  sort_order: number
  created_at: Instant
}

export interface PosSaleListItem {
  object: 'pos_sale'
  id: Uuid
  number: string
  kind: 'sale' | 'refund'
  status: 'settled' | 'settlement_failed' | 'cancelled'
  cash_desk: NamedRef
  shop_id: Uuid
  /** The session that was open at the desk when it was recorded. */
  session_id: Uuid | null
  sold_at: Instant
  /** The till sold it by itself and told it afterwards. */
  offline: boolean
  partner: NamedRef | null
  /** ISO 4217. */
  currency: string
  totals: {
    excl_vat: Decimal
    vat: Decimal
    incl_vat: Decimal
    deposit: Decimal
    returned: Decimal
    rounding: Decimal
    payable: Decimal
  }
  /** The highest rate first. */
  vat_recap: { vat_rate_pct: Decimal; excl_vat: Decimal; vat: Decimal; incl_vat: Decimal }[]
  payments: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount: Decimal
    tendered: Decimal | null
    change: Decimal | null
    account_id: Uuid
    cashflow_id: Uuid | null
  }[]
  settlement: { settled_at: Instant | null; failure: SettlementFailure | null }
  stock_issue_ids: Uuid[]
  /** The first of them. */
  stock_issue_id: Uuid | null
  /** Of the empties; of a refund: of the goods put back. */
  goods_receipt_id: Uuid | null
  /** That of the first payment. */
  cashflow_id: Uuid | null
  /** The sale it gives back. */
  refund_of_id: Uuid | null
  refunded_amount: Decimal
  cashier: string | null
  category_id: Uuid | null
  event_id: Uuid | null
  activity_id: Uuid | null
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('retry_settlement' | 'refund' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface PosSaleRefund {
  /** All that is left by default. */
  lines?: {
    line_id: Uuid
    quantity: Decimal
    unit: UnitInput
    /** By default the quantity rounded up, as far as pieces are left. */
    deposit_quantity?: Decimal
    /** Whether the goods go back to stock; true by default, never for draft beer. */
    restock?: boolean
  }[]
  payment?: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount?: Decimal
    /** In cash only: what was handed over; the rest is change. */
    tendered?: Decimal
  }
  /** Instead of payment, for a sale that is paid in several ways; at most one in cash. */
  payments?: {
    method: 'cash' | 'bank_transfer' | 'card'
    amount?: Decimal
    /** In cash only: what was handed over; the rest is change. */
    tendered?: Decimal
  }[]
  /** Becomes the notes of the refund. */
  reason?: string | null
  external_ref?: ExternalRef
}

export interface PosSaleRetrySettlement {
  /** Dates the stock documents; from the sold day, the default, to today. */
  stock_date?: Day
}

/** The stock a document would move. */
export interface PostingEffects {
  /** Which layer each line would take its quantity from; empty for what takes nothing. */
  allocations?: {
    line_id: Uuid
    lot_id: Uuid
    lot_number?: string | null
    quantity: Decimal
    unit_price: Decimal
    value: Decimal
  }[]
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface Price {
  object: 'price'
  item_id: Uuid
  partner_id: Uuid | null
  quantity: Decimal
  unit: UnitRef
  unit_price: Decimal
  /** ISO 4217; by default that of the partner's price list, else CZK. */
  currency: string
  /** The step of the cascade that set the price; `none` if no step did. */
  price_source: 'partner_price' | 'price_list' | 'discount' | 'base' | 'none'
  base_price: Decimal
  discount_pct: Decimal | null
  livemode: boolean
}

export interface PriceList {
  object: 'price_list'
  id: Uuid
  code: string
  name: string
  /** ISO 4217. */
  currency: string
  /** An inactive list prices nothing and cannot be assigned to a partner. */
  is_active: boolean
  livemode: boolean
}

export interface ProblemRow {
  /** Path such as lines[3].unit.unit_code; empty for the whole body */
  field: string
  code:
    | 'entity_pair_required'
    | 'exactly_one_of'
    | 'invalid_reference'
    | 'not_allowed'
    | 'required'
    | 'unexpected_field'
    | 'unit_required'
    | 'unknown_event_type'
    | 'unknown_field'
  message: string
  /** Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added. */
  reason?:
    | 'missing'
    | 'min_length'
    | 'max_length'
    | 'not_a_decimal'
    | 'not_a_day'
    | 'not_an_email'
    | 'out_of_limits'
    | 'too_far_ahead'
    | 'ahead_of_now'
    | 'not_in_future'
    | 'zero'
    | 'before_issue_date'
    | 'ends_before_start'
    | 'more_than_quantity'
    | 'more_than_invoiced'
    | 'more_than_left'
    | 'no_price'
    | 'exemption_at_rate'
    | 'wrong_code'
    | 'password_known'
    | 'without_recipe'
    | 'no_open_session'
    | 'already_counted'
    | 'another_count'
    | 'short_on_date'
    | 'used_later'
    | 'goods_arrived'
    | 'issue_invoiced'
    | 'issue_not_confirmed'
    | 'issue_already_invoiced'
    | 'part_of_repack'
    | 'has_credit_notes'
    | 'order_invoiced'
    | 'not_issued'
    | 'nothing_remains'
    | 'more_than_creditable'
    | 'items_without_price'
    | 'remains'
    | 'drawer_holds'
    | 'already_paid'
    | 'no_payment'
    | 'tap_taken'
    | 'no_free_keg'
    | 'keg_gone'
    | 'batch_has_value'
    | 'step_holds'
    | 'value_gone_on'
    | 'newest_is_document'
    | 'vessel_too_small'
    | 'vessel_in_cleaning'
    | 'out_of_use'
    | 'batch_too_small'
    | 'beer_short_on_date'
    | 'nothing_to_issue'
    | 'materials_issued'
    | 'other_batch_changed'
    | 'by_products_too_dear'
    | 'vessel_empty'
    | 'session_open'
    | 'more_than_counted'
    | 'deposit_paid_back'
    | 'deposit_settled'
    | 'no_excise_rate'
    | 'report_exists'
    | 'month_not_over'
    | 'month_left_out'
    | 'report_stale'
    | 'beer_counted'
  /** The values in the text of that reason, such as `limit`. */
  params?: Record<string, string>
}

export interface ReceivedInvoice extends ReceivedInvoiceListItem {
  lines: ReceivedInvoiceLine[]
}

export interface ReceivedInvoiceCreate {
  supplier_invoice_number: string
  partner_id: Uuid
  issue_date: Day
  /** By default according to the partner's payment terms; not before the issue date. */
  due_date?: Day
  /** Today by default. */
  received_date?: Day
  /** The issue date by default. */
  tax_point_date?: Day
  variable_symbol?: string | null
  /** ISO 4217; CZK by default. */
  currency?: string
  /**
   * CZK for one unit of the currency. Another currency without it clears it. For CZK only 1 is accepted, and null
   * is stored.
   */
  exchange_rate?: Decimal | null
  notes?: string | null
  internal_notes?: string | null
  external_ref?: ExternalRef
  lines?: ReceivedInvoiceLineCreate[]
}

export interface ReceivedInvoiceImportIsdoc {
  attachment_id: Uuid
  /** Ends in .isdoc or .isdocx; the extension decides how the file is read, not its media type. */
  file_name: string
}

export interface ReceivedInvoiceLine {
  object: 'received_invoice_line'
  id: Uuid
  received_invoice_id: Uuid
  description: string
  amount: Decimal
  vat_rate_pct: Decimal
  category_id: Uuid | null
  sort_order: number
  created_at: Instant
}

export interface ReceivedInvoiceLineCreate {
  description: string
  /** Without VAT; may be 0. */
  amount: Decimal
  vat_rate_pct: Decimal
  category_id?: Uuid | null
}

export interface ReceivedInvoiceLinePatch {
  description?: string
  /** Without VAT; may be 0. */
  amount?: Decimal
  vat_rate_pct?: Decimal
  category_id?: Uuid | null
}

export interface ReceivedInvoiceListItem {
  object: 'received_invoice'
  id: Uuid
  /** Our number, assigned when it is confirmed. */
  number: string | null
  supplier_invoice_number: string
  status: 'draft' | 'confirmed' | 'paid' | 'cancelled'
  partner_id: Uuid
  partner: NamedRef
  issue_date: Day
  due_date: Day
  tax_point_date: Day
  received_date: Day
  paid_at: Day | null
  currency: string
  exchange_rate: Decimal | null
  totals: InvoiceTotals
  paid_amount: Decimal
  amount_remaining: Decimal
  variable_symbol: string | null
  notes: string | null
  internal_notes: string | null
  /** The payment account stated in an imported document. */
  supplier_account: string | null
  supplier_iban: string | null
  attachment_ids: Uuid[]
  isdoc_uuid: Uuid | null
  /** When it was exported; it is locked from then on. */
  exported_at: Instant | null
  external_ref: ExternalRef | null
  /**
   * What looked odd about the imported document, so that somebody checks before paying. It never changes
   * afterwards.
   */
  warnings: ImportWarning[]
  allowed_actions: ('confirm' | 'mark_paid' | 'revert_payment' | 'cancel' | 'export')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface ReceivedInvoicePatch {
  supplier_invoice_number?: string
  partner_id?: Uuid
  issue_date?: Day
  /** Not before the issue date. */
  due_date?: Day
  /** The issue date by default. */
  tax_point_date?: Day
  variable_symbol?: string | null
  /** ISO 4217; CZK by default. */
  currency?: string
  /**
   * CZK for one unit of the currency. Another currency without it clears it. For CZK only 1 is accepted, and null
   * is stored.
   */
  exchange_rate?: Decimal | null
  notes?: string | null
  internal_notes?: string | null
}

export interface ReceivedInvoiceSum {
  object: 'received_invoice_sum'
  /** ISO 4217. Different currencies are never added up. */
  currency: string
  /** Of the documents that the amounts are the sum of. */
  count: number
  excl_vat: Decimal
  vat: Decimal
  incl_vat: Decimal
  remaining: Decimal
  /** Of drafts. They are in none of the amounts. */
  draft_count: number
  /** Of cancelled documents. They are in none of the amounts. */
  cancelled_count: number
}

export interface Recipe extends RecipeListItem {
  ingredients: RecipeIngredient[]
  steps: {
    name: string
    kind: string | null
    temperature_c: Decimal | null
    minutes: number | null
  }[]
}

export interface RecipeCreate {
  /** Litres that go into the first vessel. */
  batch_volume_l: Decimal
  og_plato?: Decimal | null
  fg_plato?: Decimal | null
  abv?: Decimal | null
  ibu?: Decimal | null
  ebc?: Decimal | null
  boil_minutes?: number | null
  ingredients: {
    /** An active item that is kept in stock. */
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    phase?: 'brewing' | 'fermentation' | 'lagering' | 'packaging'
    /** Such as mash, boil, dry_hop. */
    use?: string | null
    minutes?: number | null
    notes?: string | null
  }[]
  /** Information only. */
  steps?: {
    name: string
    /** Such as mash, boil, fermentation. */
    kind?: string | null
    temperature_c?: Decimal | null
    minutes?: number | null
  }[]
  notes?: string | null
  name: string
  is_active?: boolean
  /** What is brewed: an active production_item in a unit of volume. */
  item_id: Uuid
  external_ref?: ExternalRef
}

export interface RecipeImport {
  format: 'beerjson' | 'beerxml'
  /** The file as text, at most 1 MiB. */
  content: string
  /** What is brewed: an active production_item in a unit of volume. */
  item_id: Uuid
  /** The file's by default. */
  name?: string
  /** Which recipe of the file, from 0. */
  index?: number
  /** Which item an ingredient of the file is; others are found by the name of the item. */
  mapping?: { name: string; item_id: Uuid }[]
  external_ref?: ExternalRef
}

export interface RecipeIngredient {
  object: 'recipe_ingredient'
  id: Uuid
  item: ItemRef
  quantity: Decimal
  unit: UnitRef
  phase: 'brewing' | 'fermentation' | 'lagering' | 'packaging'
  use: string | null
  minutes: number | null
  notes: string | null
  sort_order: number
}

export interface RecipeListItem {
  object: 'recipe'
  id: Uuid
  /** Assigned by the number series for recipes. */
  code: string
  name: string
  item: ItemRef
  /** The newest; the figures, ingredients and steps are its. */
  version: number
  batch_volume_l: Decimal
  og_plato: Decimal | null
  fg_plato: Decimal | null
  abv: Decimal | null
  ibu: Decimal | null
  ebc: Decimal | null
  boil_minutes: number | null
  notes: string | null
  external_ref: ExternalRef | null
  is_active: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface RecipePatch {
  name?: string
  notes?: string | null
  is_active?: boolean
}

export interface RecipeRef {
  id: Uuid
  name: string
  version: number
}

export interface RecipeVersion extends RecipeVersionListItem {
  ingredients: RecipeIngredient[]
  steps: {
    name: string
    kind: string | null
    temperature_c: Decimal | null
    minutes: number | null
  }[]
}

export interface RecipeVersionCreate {
  /** Litres that go into the first vessel. */
  batch_volume_l: Decimal
  og_plato?: Decimal | null
  fg_plato?: Decimal | null
  abv?: Decimal | null
  ibu?: Decimal | null
  ebc?: Decimal | null
  boil_minutes?: number | null
  ingredients: {
    /** An active item that is kept in stock. */
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    phase?: 'brewing' | 'fermentation' | 'lagering' | 'packaging'
    /** Such as mash, boil, dry_hop. */
    use?: string | null
    minutes?: number | null
    notes?: string | null
  }[]
  /** Information only. */
  steps?: {
    name: string
    /** Such as mash, boil, fermentation. */
    kind?: string | null
    temperature_c?: Decimal | null
    minutes?: number | null
  }[]
  notes?: string | null
}

export interface RecipeVersionListItem {
  object: 'recipe_version'
  id: Uuid
  recipe_id: Uuid
  version: number
  batch_volume_l: Decimal
  og_plato: Decimal | null
  fg_plato: Decimal | null
  abv: Decimal | null
  ibu: Decimal | null
  ebc: Decimal | null
  boil_minutes: number | null
  notes: string | null
  livemode: boolean
  created_at: Instant
}

export interface RecipeWriteResult extends Recipe {
  /** Paths in the file that were not read, each once. */
  ignored: string[]
}

export interface RelatedBatch {
  id: Uuid
  number: string
  relation: 'parent' | 'child' | 'blended_from' | 'blended_into'
  volume_l: Decimal
}

export interface Repack {
  object: 'repack'
  id: Uuid
  number: string
  status: 'draft' | 'confirmed' | 'cancelled'
  date: Day
  warehouse: NamedRef
  /** The inputs. */
  stock_issue_id: Uuid
  /** The outputs. */
  goods_receipt_id: Uuid
  /** The keg on tap that made it, and alone takes it back. */
  keg_tap_id: Uuid | null
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('confirm' | 'cancel')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface RepackCreate {
  warehouse_id: Uuid
  date?: Day
  from: {
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    notes?: string | null
    lot_id?: Uuid | null
  }[]
  to: {
    item_id: Uuid
    quantity: Decimal
    unit: UnitInput
    notes?: string | null
    lot_number?: string | null
    expiry_date?: Day | null
  }[]
  notes?: string | null
  external_ref?: ExternalRef
}

export interface Report {
  object: 'report'
  name: string
  from: Day
  to: Day
  /** How long each step is; `reading` where each value stands by itself. */
  step: 'day' | 'week' | 'month' | 'hour' | 'reading'
  /** Over the whole report, by key and currency. */
  totals: { key: string; currency: string | null; value: Decimal; count: number | null }[]
  /** One for each key and currency. */
  series: {
    /** What is counted. */
    key: string
    /** Null where the values are no money. */
    currency: string | null
    /** One for each step, also where nothing happened; of what was measured, only where there is a value. */
    points: {
      /** The first day of the step; with the step `hour` its first instant; of what was measured, its instant. */
      at: string
      value: Decimal
      /** Of documents; null where there is nothing to count. */
      count: number | null
    }[]
  }[]
}

/** The stock and the packaging a sale would move. */
export interface SaleEffects {
  /** Which layer each line would take its quantity from; empty for what takes nothing. */
  allocations?: {
    line_id: Uuid
    lot_id: Uuid
    lot_number?: string | null
    quantity: Decimal
    unit_price: Decimal
    value: Decimal
  }[]
  /** The levels that change, as they would be. */
  levels?: StockLevel[]
  /** The packaging balances that change, as they would be. */
  balances?: PackagingBalance[]
  /** Alone, when the key holds none of the scopes: stock:read. */
  redacted?: true
}

export interface Sandbox {
  object: 'sandbox'
  partners: number
  items: number
  warehouses: number
  /** Whether the action did anything. */
  is_changed: boolean
  /** What the clock of the sandbox shows. */
  time: Instant
  /** How far the clock of the sandbox is ahead of the real time. */
  clock_ahead_seconds: number
  livemode: boolean
}

export interface SandboxAdvanceClock {
  /** By how much; a day has 86400. */
  seconds: number
}

export interface SearchHit {
  object: 'search_hit'
  /** The kind of record. */
  type:
    | 'partner'
    | 'item'
    | 'order'
    | 'invoice'
    | 'received_invoice'
    | 'cashflow'
    | 'goods_receipt'
    | 'stock_issue'
    | 'repack'
    | 'inventory_count'
    | 'stock_lot'
    | 'batch'
    | 'recipe'
    | 'packaging_run'
    | 'pos_sale'
    | 'cash_desk_session'
    | 'packaging_return'
    | 'event'
  id: Uuid
  /** Its number or code, of a partner the business id. */
  number: string | null
  title: string
  /** Such as a city, a kind or a day. */
  subtitle: string | null
  /** Its status or phase; whether it is active; null where it has none. */
  state: string | null
}

export interface SearchHitList {
  object: 'list'
  data: SearchHit[]
}

export interface SettlementFailure {
  /** The error code of the refusal. */
  code: string
  detail: string | null
  /** What stands in the way, as the error code shows it. */
  blockers: Record<string, unknown>[] | null
}

export interface Shop {
  object: 'shop'
  id: Uuid
  name: string
  shop_type: 'brewery' | 'pub' | 'store' | 'eshop' | 'other'
  address: {
    street: string | null
    city: string | null
    zip: string | null
    country: string | null
  } | null
  is_default: boolean
  is_active: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface Shortage {
  line_id: Uuid
  item: ItemRef
  unit: UnitRef
  wanted: Decimal
  reserved: Decimal
  missing: Decimal
}

export interface StockAllocation {
  object: 'stock_allocation'
  line_id: Uuid
  lot_id: Uuid
  /** The label of the layer. */
  lot_number: string | null
  quantity: Decimal
  unit_price: Decimal
  value: Decimal
  livemode: boolean
}

export interface StockIssue extends StockIssueListItem {
  lines: StockLine[]
}

export interface StockIssueCreate {
  warehouse_id: Uuid
  /** By default purchase for a receipt, sale for an issue. */
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
  /** Today by default; at most 366 days ahead. */
  date?: Day
  /** Transfers only: where the goods go. */
  target_warehouse_id?: Uuid | null
  partner_id?: Uuid | null
  /**
   * An open batch. `production_out` adds its cost to the batch; `production_in` takes from it what the beer is
   * worth, so lines of the batch's item have no unit_price.
   */
  batch_id?: Uuid | null
  notes?: string | null
  external_ref?: ExternalRef
  /** The order it fulfils; the goods go to its partner unless partner_id names another one. */
  order_id?: Uuid | null
  lines?: StockIssueLineCreate[]
}

export interface StockIssueLineCreate {
  item_id: Uuid
  quantity: Decimal
  unit: UnitInput
  unit_price?: Decimal | null
  lot_number?: string | null
  expiry_date?: Day | null
  notes?: string | null
  /** Takes from exactly this layer; without it FIFO decides. */
  lot_id?: Uuid | null
}

export interface StockIssueLinePatch {
  item_id?: Uuid
  quantity?: Decimal
  unit?: UnitInput
  unit_price?: Decimal | null
  lot_number?: string | null
  expiry_date?: Day | null
  notes?: string | null
  /** Takes from exactly this layer; without it FIFO decides. */
  lot_id?: Uuid | null
  /** Posted instead of the quantity and never more than it; 0 skips the line. */
  issued_quantity?: Decimal | null
}

export interface StockIssueListItem {
  object: 'stock_issue'
  id: Uuid
  number: string
  movement_type: 'receipt' | 'issue'
  movement_purpose:
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
  status: 'draft' | 'confirmed' | 'cancelled'
  date: Day
  warehouse: NamedRef
  target_warehouse: NamedRef | null
  partner: NamedRef | null
  order_id: Uuid | null
  batch_id: Uuid | null
  /** The packaging run it belongs to. */
  packaging_run_id: Uuid | null
  /** The repack it belongs to. */
  repack_id: Uuid | null
  /** The stock issue of the transfer this receipt completes. */
  source_issue_id: Uuid | null
  /** The sale over the counter that made it. */
  pos_sale_id: Uuid | null
  /** The packaging return that made it. */
  packaging_return_id: Uuid | null
  /** The keg on tap that made it. */
  keg_tap_id: Uuid | null
  totals: { additional_cost: Decimal; total_cost: Decimal }
  notes: string | null
  external_ref: ExternalRef | null
  allowed_actions: ('confirm' | 'cancel' | 'revert_to_draft')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface StockIssuePatch {
  date?: Day
  partner_id?: Uuid | null
  notes?: string | null
  target_warehouse_id?: Uuid | null
}

export interface StockLevel {
  object: 'stock_level'
  item: ItemRef
  warehouse: NamedRef
  quantity: Decimal
  reserved_quantity: Decimal
  available_quantity: Decimal
  value: Decimal
  unit: UnitRef
  livemode: boolean
  updated_at: Instant
}

export interface StockLine {
  object: 'stock_line'
  id: Uuid
  item: ItemRef
  quantity: Decimal
  issued_quantity: Decimal | null
  unit: UnitRef
  unit_price: Decimal | null
  /** The layer an issue line takes from, if it names one. */
  lot_id: Uuid | null
  lot_number: string | null
  expiry_date: Day | null
  notes: string | null
  created_at: Instant
}

export interface StockLot {
  object: 'stock_lot'
  /** The receipt line; send it as lot_id to take from this layer. */
  id: Uuid
  receipt: { id: Uuid; code: string; date: Day }
  item: ItemRef
  warehouse_id: Uuid
  quantity: Decimal
  received_quantity: Decimal
  unit: UnitRef
  unit_price: Decimal
  lot_number: string | null
  expiry_date: Day | null
  supplier_name: string | null
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface StockLotTrace {
  object: 'stock_lot_trace'
  lot: StockLot
  /** Receipts, its own first, back through transfers, repacks, packaging runs and batches. */
  came_from: StockTraceStep[]
  /** Receipts of everything it became, through the same, whether any of that was issued or not. */
  became: StockTraceStep[]
  /** Issues that took from it or from what it became. */
  went_to: StockTraceStep[]
  /** Everyone who was issued goods of this lot: the recall list. */
  partners: NamedRef[]
  livemode: boolean
}

export interface StockReservation {
  object: 'stock_reservation'
  /** The id of the order line that holds it. */
  id: Uuid
  order_id: Uuid
  item: ItemRef
  warehouse: NamedRef
  wanted_quantity: Decimal
  issued_quantity: Decimal
  reserved_quantity: Decimal
  unit: UnitRef
  delivery_date: Day | null
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface StockShortage {
  line_id: Uuid
  item_id: Uuid
  requested: Decimal
  available: Decimal
  unit: UnitRef
}

export interface StockTraceStep {
  lot_id: Uuid
  /** 0 is what is traced, 1 what it was made from or became, and so on. */
  depth: number
  /**
   * The lots of the trace that are next to it on the way to what is traced: back from it, those it went into; on
   * from it, those it was made from. Empty where the way begins.
   */
  from_lot_ids: Uuid[]
  lot_number: string | null
  item: ItemRef
  warehouse: NamedRef
  document: {
    object: 'goods_receipt' | 'stock_issue'
    id: Uuid
    number: string
    date: Day
    movement_purpose: string
  }
  partner: NamedRef | null
  batch: TracedBatch | null
  /** The packaging run of the document. */
  packaging_run_id: Uuid | null
  quantity: Decimal
  unit: UnitRef
}

export interface TappableKeg {
  object: 'tappable_keg'
  /** That of the item. */
  id: Uuid
  item: ItemRef
  base_item: ItemRef
  quantity: Decimal
  unit: UnitRef
  available_quantity: Decimal
  livemode: boolean
  /** Of the item; stock changes without it. */
  updated_at: Instant
}

export interface ToDo {
  object: 'to_do'
  /** What waits, such as `overdue_invoices`. */
  key: string
  /** How many wait. */
  count: number
  /** What is open, by currency; empty where it is not about money. */
  amounts: { currency: string; value: Decimal }[]
  /** The list they stand in. */
  path: string
  /** The filter of that list which shows exactly these. */
  filter: Record<string, string>
}

export interface ToDoList {
  object: 'list'
  data: ToDo[]
}

/** The batch of the document, or of its packaging run. */
export interface TracedBatch {
  id: Uuid
  number: string
}

export interface TransferBlocker {
  code:
    | 'same_warehouse'
    | 'target_inactive'
    | 'target_system'
    | 'category_not_allowed'
    | 'insufficient_stock'
    | 'target_inventory_running'
  line_id?: Uuid
  item_id?: Uuid
  requested?: Decimal
  available?: Decimal
  unit?: UnitRef
}

export interface Unit {
  object: 'unit'
  id: Uuid
  code: string
  symbol: string
  name_cs: string
  name_en: string
  dimension: 'weight' | 'volume' | 'count'
  /** Null for a base unit and for a unit that does not convert. */
  base_unit_code: string | null
  /** One unit is this many base units. */
  to_base_factor: string
  /** Maximum decimal places of a quantity; null means 3. */
  decimals: number | null
  is_system: boolean
  is_active: boolean
  systems: ('metric' | 'uk' | 'us')[]
  offered_for_materials: string[]
  livemode: boolean
}

/** The stock unit. It cannot change once prices, documents or stock use it. */
export type UnitInput = ExactlyOne<{
  unit_id: Uuid
  /** Built in, or your own. */
  unit_code: string
}>

export interface UnitRef {
  id: Uuid
  code: string
  symbol: string
  dimension: 'weight' | 'volume' | 'count'
  decimals: number | null
}

export interface Upload {
  object: 'upload'
  /** Send it back unchanged to finalize. */
  path: string
  /** Accepts the bytes once, without a key. */
  upload_url: string
  upload_method: 'PUT'
  /** Send them with the bytes. */
  upload_headers: Record<string, string>
  expires_at: Instant
  livemode: boolean
}

export interface VatRate {
  object: 'vat_rate'
  id: Uuid
  code: string
  name: string
  rate_pct: Decimal
  /** The rate of items that name none. */
  is_default: boolean
  is_active: boolean
  /** Why no VAT is charged at 0 %; null if not given. */
  vat_exemption: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
  livemode: boolean
}

export interface Vessel {
  object: 'vessel'
  id: Uuid
  code: string
  name: string
  kind: 'kettle' | 'fermenter' | 'lager_tank' | 'bright_tank' | 'other'
  capacity_l: Decimal
  status: 'free' | 'occupied' | 'cleaning'
  /** The open batch in it. */
  batch: { id: Uuid; number: string; name: string | null; phase: string } | null
  contents_l: Decimal
  /** It is cleaned after each batch, before the next one enters. */
  requires_cleaning: boolean
  last_cleaned_at: Instant | null
  sort_order: number
  is_active: boolean
  allowed_actions: ('start_cleaning' | 'finish_cleaning')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface VesselFinishCleaning {
  note?: string | null
}

export interface VesselUse {
  object: 'vessel_use'
  batch: { id: Uuid; number: string; name: string | null }
  phase: string
  started_at: Instant
  ended_at: Instant | null
  /** When the cleaning before it ended. */
  last_cleaned_at: Instant | null
  livemode: boolean
}

export interface Warehouse {
  object: 'warehouse'
  id: Uuid
  code: string
  name: string
  /** A system warehouse is managed by the service and cannot be used on a manual document. */
  type: 'standard' | 'retail' | 'system'
  shop_id: Uuid | null
  shop_name: string | null
  /** The stock categories it accepts; null accepts all. */
  categories: string[] | null
  /** Its movements are part of the excise report. */
  is_excise_relevant: boolean
  is_default: boolean
  is_active: boolean
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface WebhookDelivery {
  object: 'webhook_delivery'
  id: Uuid
  endpoint_id: Uuid
  event_id: Uuid
  sequence: number
  type: string
  /**
   * pending before the first attempt, retrying after a failure, dead after the eighth; held while the endpoint is
   * disabled; skipped if caused by the key of the endpoint itself; cancelled with a retired endpoint.
   */
  status: 'pending' | 'retrying' | 'succeeded' | 'dead' | 'skipped' | 'held' | 'cancelled'
  attempts: DeliveryAttempt[]
  next_attempt_at: Instant | null
  allowed_actions: 'retry'[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface WebhookEndpoint {
  object: 'webhook_endpoint'
  id: Uuid
  url: string
  description: string | null
  /** Exact types, prefixes such as `invoice.*`, or `*`. */
  types: string[]
  /**
   * retired: the receiver answered 410 Gone. archived: put away by the action archive; lists show it only when
   * asked.
   */
  status: 'enabled' | 'disabled' | 'retired' | 'archived'
  /** by_request: by an action. failures: 50 failed attempts in a row. gone: the receiver answered 410. */
  disabled_reason: 'by_request' | 'failures' | 'gone' | null
  exclude_own_events: boolean
  /**
   * The key that registered it, or the last one that changed its address, types or secret, enabled or replayed
   * it. The endpoint sees what that key may read now; the rest is redacted. Null when a person registered it
   * without a key: it sees what that person may read.
   */
  key_id: Uuid | null
  /** The person who registered it; null when a key did. */
  owner_id: Uuid | null
  api_version: string
  /** Failed attempts in a row, retries included. Any 2xx sets it to 0; at 50 the endpoint is disabled. */
  consecutive_failures: number
  /** Every matching event up to this one was delivered or given up. */
  acked_sequence: number
  previous_secret_expires_at: Instant | null
  allowed_actions: ('test' | 'enable' | 'disable' | 'archive' | 'unarchive' | 'rotate_secret' | 'revoke_previous_secret' | 'replay')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface WebhookEndpointCreate {
  /** A public https address. */
  url: string
  /** Exact types, prefixes such as `invoice.*`, or `*`. */
  types: string[]
  description?: string | null
  /** Skip events caused by the endpoint's own key. */
  exclude_own_events?: boolean
  /**
   * For people: the key whose rights decide what the endpoint sees; without it, their own. A key registers for
   * itself.
   */
  key_id?: Uuid | null
}

export interface WebhookEndpointEnable {
  /** Where to continue: after the last event it acknowledged, with the next event, or after this sequence. */
  resume?: 'from_ack' | 'now' | number
}

export interface WebhookEndpointPatch {
  /** A public https address. */
  url?: string
  /** Exact types, prefixes such as `invoice.*`, or `*`. */
  types?: string[]
  description?: string | null
  /** Skip events caused by the endpoint's own key. */
  exclude_own_events?: boolean
}

export interface WebhookEndpointReplay {
  /** Events after this one are sent again. */
  since_sequence: number
}

export interface WebhookEndpointRotateSecret {
  /** How long the old secret keeps signing. */
  overlap_hours?: number
}

export interface WebhookEndpointWithSecret extends WebhookEndpoint {
  /** The signing secret, shown only once. */
  secret?: string
}

export interface WebhookPing {
  object: 'webhook_ping'
  endpoint_id: Uuid
  succeeded: boolean
  http_status: number | null
  /** Such as dns, address_not_public, tls: …, timeout, http_500. */
  error: string | null
  duration_ms: number
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
  response_snippet: string | null
  livemode: boolean
}

export interface WorkflowStep {
  object: 'workflow_step'
  id: Uuid
  /** All steps one definition made at once. */
  run_id: Uuid
  definition: { code: string; name: string }
  key: string
  title: string
  kind: 'external' | 'person'
  status: 'pending' | 'called' | 'waiting_external' | 'handed_over' | 'completed' | 'cancelled'
  document: {
    object:
      | 'order'
      | 'goods_receipt'
      | 'stock_issue'
      | 'invoice'
      | 'received_invoice'
      | 'cashflow'
      | 'batch'
      | 'packaging_run'
      | 'excise_report'
    id: Uuid
  }
  /** Actions of the document that wait for this step. */
  blocks: string[]
  /** Whose task it is, or becomes when it is handed over. */
  role: string
  payload: {
    params: Record<string, unknown>
    /** The record as lists showed it when the step was made. */
    document: Record<string, unknown> | null
    /** The key may not read the document. */
    redacted?: true
  }
  result: Record<string, unknown> | null
  outcome: 'ok' | 'rejected' | null
  note: string | null
  called_at: Instant | null
  deadline_at: Instant | null
  handed_over_at: Instant | null
  completed_at: Instant | null
  completed_by: { type: 'api_key' | 'user'; id: Uuid } | null
  allowed_actions: ('call' | 'wait' | 'complete' | 'hand_over')[]
  livemode: boolean
  created_at: Instant
  updated_at: Instant
}

export interface WorkflowStepComplete {
  /** `ok` unless sent. */
  outcome?: 'ok' | 'rejected'
  /** Up to 16 kB. */
  result?: Record<string, unknown>
  note?: string | null
}

export interface WorkflowStepHandOver {
  note?: string | null
}

export interface WorkflowStepWait {
  /** From now; that of the definition unless sent. */
  timeout_seconds?: number
}
