// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type { Day, Decimal } from './types.ts'

/**
 * What a section or a member leaves out stays as it is; a new record takes its default. Nothing is deleted:
 * is_active false takes a record out of use.
 */
export interface Settings {
  $schema?: string
  version: 1
  company?: CompanySettings
  shops?: ShopSettings[]
  warehouses?: WarehouseSettings[]
  /** The account's own units, beside those of the system. */
  units?: UnitSettings[]
  vat_rates?: VatRateSettings[]
  categories?: CategorySettings[]
  number_series?: NumberSeriesSettings[]
  finance_accounts?: FinanceAccountSettings[]
  /** Where a payment goes that names no account, by method and currency. */
  finance_defaults?: FinanceDefaultSettings[]
  price_lists?: PriceListSettings[]
  partner_prices?: PartnerPriceSettings[]
  discounts?: DiscountSettings[]
  deposits?: DepositSettings[]
  excise_periods?: ExcisePeriodSettings[]
  inbox_blocks?: InboxBlockSettings[]
  users?: UserSettings[]
  brewery?: BrewerySettings
  vessels?: VesselSettings[]
  /** What packaging runs use for each piece, unless they say otherwise. */
  packaging_bills?: PackagingBillSettings[]
  /** What a hectolitre of beer is taxed with. A new book has the rates of the act. */
  excise_rates?: ExciseRateSettings[]
  /** The category of the brewery, from a month on. */
  excise_categories?: ExciseCategorySettings[]
  cash_desks?: CashDeskSettings[]
  /**
   * Which action of a document starts which steps, and what waits for them. A change does not touch steps that
   * exist.
   */
  workflow_definitions?: WorkflowDefinitionSettings[]
}

/** Who stands on invoices and delivery notes as the supplier. */
export interface CompanySettings {
  name: string
  ico?: string | null
  dic?: string | null
  street?: string | null
  city?: string | null
  zip?: string | null
  /** ISO 3166-1; CZ by default. */
  country?: string
  /** Where it is registered, as papers have to say it. */
  register_note?: string | null
  email?: string | null
  phone?: string | null
  web?: string | null
  /**
   * A PNG or a JPEG as a data URI, at most 200000 bytes and 1000 pixels along a side; papers issued with a logo
   * keep it.
   */
  logo?: string | null
  /** The colour of the lines on papers, as #rrggbb. */
  accent_color?: string | null
}

export interface ShopSettings {
  code: string
  name: string
  shop_type?: 'brewery' | 'pub' | 'store' | 'eshop' | 'other'
  street?: string | null
  city?: string | null
  zip?: string | null
  country?: string | null
  is_default?: boolean
  is_active?: boolean
}

export interface WarehouseSettings {
  code: string
  name: string
  type?: 'standard' | 'retail' | 'system'
  system_role?: 'on_tap' | 'in_transit' | null
  /** The code of its shop. */
  shop?: string | null
  /** The stock categories it takes; null: all. */
  categories?: ('material' | 'semi_product' | 'product' | 'goods' | 'packaging' | 'service' | 'other')[] | null
  is_excise_relevant?: boolean
  is_default?: boolean
  is_active?: boolean
}

export interface UnitSettings {
  code: string
  symbol: string
  name_cs: string
  name_en: string
  dimension: 'weight' | 'volume' | 'count'
  base_unit_code?: string | null
  to_base_factor?: string
  decimals?: number | null
  is_active?: boolean
}

export interface VatRateSettings {
  code: string
  name: string
  rate_pct: Decimal
  is_default?: boolean
  is_active?: boolean
  /** Of a rate of 0 %: why no VAT is charged on lines sold with it. */
  vat_exemption?: 'exempt' | 'intra_eu' | 'export' | 'reverse_charge' | null
}

export interface CategorySettings {
  kind: 'category' | 'event' | 'activity'
  code: string
  name: string
  is_active?: boolean
}

export interface NumberSeriesSettings {
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
  digits?: number
  /** Begins anew each year, with the year in the number. */
  is_yearly?: boolean
}

export interface FinanceAccountSettings {
  code: string
  type: 'bank' | 'cash' | 'card'
  name: string
  /** ISO 4217. */
  currency?: string
  account_number?: string | null
  iban?: string | null
  bic?: string | null
  is_active?: boolean
}

export interface FinanceDefaultSettings {
  payment_method: 'cash' | 'bank_transfer' | 'card'
  /** ISO 4217. */
  currency?: string
  /** The code of a finance account. */
  account: string
}

export interface PriceListSettings {
  code: string
  name: string
  /** ISO 4217. */
  currency?: string
  is_active?: boolean
  entries?: {
    /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
    item: string
    /** From this quantity on, in the item's unit; 0 by default. */
    min_quantity?: Decimal
    unit_price: Decimal
    valid_from?: Day | null
    valid_to?: Day | null
    is_active?: boolean
  }[]
}

export interface PartnerPriceSettings {
  /** A partner by its ico, by its external_ref as `<system>:<id>`, or by its id. */
  partner: string
  /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
  item: string
  /** ISO 4217. */
  currency?: string
  /** From this quantity on, in the item's unit; 0 by default. */
  min_quantity?: Decimal
  unit_price: Decimal
  valid_from?: Day | null
  valid_to?: Day | null
  is_active?: boolean
}

export interface DiscountSettings {
  code: string
  name: string
  /** A partner by its ico, by its external_ref as `<system>:<id>`, or by its id. */
  partner?: string | null
  /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
  item?: string | null
  /** From this quantity on, in the item's unit; 0 by default. */
  min_quantity?: Decimal
  discount_pct: Decimal
  valid_from?: Day | null
  valid_to?: Day | null
  is_active?: boolean
}

export interface DepositSettings {
  code: string
  name: string
  /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
  packaging_item: string
  amount: Decimal
  /** ISO 4217. */
  currency?: string
  is_active?: boolean
}

export interface ExcisePeriodSettings {
  /** A month, as YYYY-MM. */
  period: string
  /**
   * Its report is filed: no beer moves up to its end in warehouses of excise. False takes back the newest one,
   * and its report is a draft again.
   */
  is_filed?: boolean
}

/** What the inbox refuses. */
export interface InboxBlockSettings {
  kind: 'sender' | 'file'
  /** The e-mail of a sender, or the SHA-256 of a file in hexadecimal. */
  value: string
  note?: string | null
  is_active?: boolean
}

export interface UserSettings {
  email: string
  name: string
  role: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
  /** Instead of those of the role: the same words as the scopes of keys. */
  rights?: ('core:read' | 'core:write' | 'stock:read' | 'stock:write' | 'sales:read' | 'sales:write' | 'finance:read' | 'finance:write' | 'brewery:read' | 'brewery:write' | 'pos:read' | 'pos:write' | 'events:read' | 'webhooks:manage' | 'workflow:write')[]
  is_active?: boolean
}

/** How the brewery works. */
export interface BrewerySettings {
  /** Batches up to this day were billed: none is added or moved. */
  billed_until?: Day | null
  /** The code of the warehouse of new batches; null: the book's default. */
  default_warehouse?: string | null
  /** Excise to pay is rounded up to whole crowns, or not at all. */
  excise_rounding?: 'up' | 'none'
}

export interface VesselSettings {
  code: string
  name: string
  kind?: 'kettle' | 'fermenter' | 'lager_tank' | 'bright_tank' | 'other'
  capacity_l: Decimal
  /** It goes into cleaning when its batch leaves; nothing enters before that ends. */
  requires_cleaning?: boolean
  sort_order?: number
  is_active?: boolean
}

export interface PackagingBillSettings {
  /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
  product?: string | null
  /** Of all products that have it; instead of a product. */
  packaging_type?: string | null
  /** An item by its code, by its external_ref as `<system>:<id>`, or by its id. */
  material: string
  /** For one piece, in the material's unit. */
  quantity: Decimal
  is_active?: boolean
}

export interface ExciseRateSettings {
  category: string
  /** The first of a month. */
  valid_from: Day
  name: string
  /** Crowns for a hectolitre and each whole °Plato. */
  rate: Decimal
  /** The most a brewery of the category makes in a year. */
  max_annual_hl?: Decimal | null
  is_active?: boolean
}

export interface ExciseCategorySettings {
  /** The first of a month. */
  valid_from: Day
  /** One of excise_rates. Before the first entry `base` holds. */
  category: string
}

export interface CashDeskSettings {
  code: string
  name: string
  /** The code of the warehouse what is sold leaves and empties come into; no system warehouse. */
  warehouse: string
  /** The code of its shop; by default that of the warehouse, else the book's default. */
  shop?: string
  /** That of both accounts. It stays once anything was sold. */
  currency?: string
  /** The code of an account of type cash: its drawer, which no other desk in use has. */
  cash_account: string
  /** The code of an account of type card or bank. */
  card_account?: string | null
  /** By default both; without card_account only cash. */
  payment_methods?: ('cash' | 'card')[]
  /** A live sale beyond the stock is refused. */
  sells_only_in_stock?: boolean
  /** Nothing is sold without an open session. */
  requires_session?: boolean
  /** The smallest coin: 0.01, 0.05, 0.10, 0.50, 1.00, 5.00. By default as the currency has it. */
  cash_rounding?: Decimal
  /** The stock categories sold here; null: all. */
  categories?: ('material' | 'semi_product' | 'product' | 'goods' | 'packaging' | 'service' | 'other')[] | null
  /** The code of another desk whose taps it draws from. */
  taps_of?: string | null
  /** By how much a keg may give more than it holds. */
  tap_tolerance_pct?: Decimal
  /** The most deposit paid back at once to somebody unknown; 0 forbids it. */
  anonymous_return_limit?: Decimal
  is_active?: boolean
}

export interface WorkflowDefinitionSettings {
  code: string
  name: string
  on: {
    document:
      | 'order'
      | 'goods_receipt'
      | 'stock_issue'
      | 'invoice'
      | 'received_invoice'
      | 'cashflow'
      | 'batch'
      | 'packaging_run'
      | 'excise_report'
    /** A key of its actions, or `create`. */
    action: string
    /** Only when the action led to this state; for a batch to this phase. Null: to any. */
    to?: string | null
  }
  /** All must hold on the record as lists show it. */
  when?: {
    /** A path in the record as lists show it, such as `totals.incl_vat`. */
    field: string
    op: 'eq' | 'ne' | 'gte' | 'lte' | 'in'
    /** A text, a number, a boolean or null; for `in` a list of them. */
    value: unknown
  }[]
  steps: {
    key: string
    title: string
    kind: 'external' | 'person'
    /** Keys of earlier steps it waits for. */
    after?: string[]
    /** Actions of the document that wait for this step. */
    blocks?: string[]
    /** Whose task it is, or becomes when it is handed over; `admin` unless said. */
    role?: 'owner' | 'admin' | 'sales' | 'warehouse' | 'accountant' | 'brewer' | 'bartender' | 'viewer'
    /** External steps: called by the service, or by `call`. */
    call?: 'auto' | 'manual'
    /** External steps; a day unless said. */
    timeout_seconds?: number
    /** External steps: what the call carries, up to 4 kB. */
    params?: Record<string, unknown>
  }[]
  is_active?: boolean
}
