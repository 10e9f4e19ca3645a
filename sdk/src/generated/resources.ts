// Generated from the declarations in server/src by `npm run generate`. Do not edit.
import type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  DryRunOptions,
  ReadOptions,
  WriteOptions,
} from '../call-options.ts'
import type { DryRun, Event } from '../event.ts'
import type { FileAnswer, FileUpload } from '../files.ts'
import type { List } from '../list.ts'
import type {
  AttachmentListQuery,
  BatchLedgerQuery,
  BatchListQuery,
  BatchMeasurementListQuery,
  BatchMeasurementSeriesQuery,
  BatchPdfQuery,
  CashDeskItemListQuery,
  CashDeskKegListQuery,
  CashDeskListQuery,
  CashDeskSessionListQuery,
  CashDeskSessionPdfQuery,
  CashDeskTapListQuery,
  CashflowListQuery,
  CategoryListQuery,
  ContactListQuery,
  EventListQuery,
  EventStreamQuery,
  ExciseReportCsvQuery,
  ExciseReportListQuery,
  ExciseReportMovementsQuery,
  ExciseReportPdfQuery,
  GoodsReceiptListQuery,
  InboxListQuery,
  InventoryCountListQuery,
  InvoiceListQuery,
  InvoicePdfQuery,
  ItemListQuery,
  ItemPriceGetQuery,
  OrderListQuery,
  PackagingAdjustmentListQuery,
  PackagingBalanceListQuery,
  PackagingBalanceMovementsQuery,
  PackagingBalanceSummaryQuery,
  PackagingReturnListQuery,
  PackagingReturnPdfQuery,
  PackagingRunListQuery,
  PartnerContactListQuery,
  PartnerListQuery,
  PartnerPackagingStatementPdfQuery,
  PartnerPackagingStatementQuery,
  PosSaleListQuery,
  PosSalePdfQuery,
  PosSaleReceiptQuery,
  ReceivedInvoiceListQuery,
  RecipeListQuery,
  RecipeVersionListQuery,
  RepackListQuery,
  ReportBatchMeasurementsQuery,
  ReportCashflowQuery,
  ReportInvoicesQuery,
  ReportReceivablesQuery,
  ReportReceivedInvoicesQuery,
  ReportSalesQuery,
  ReportStockValueQuery,
  ReportWebhookHealthQuery,
  SearchListQuery,
  ShopListQuery,
  StockIssueListQuery,
  StockIssuePdfQuery,
  StockLevelListQuery,
  StockLotListQuery,
  StockReservationListQuery,
  VesselHistoryQuery,
  VesselListQuery,
  WarehouseListQuery,
  WebhookEndpointDeliveriesQuery,
  WebhookEndpointListQuery,
  WorkflowStepListQuery,
} from './queries.ts'
import type {
  AccountBalance,
  Attachment,
  AttachmentCreate,
  AttachmentFinalize,
  Batch,
  BatchAdvancePhase,
  BatchBlend,
  BatchCancel,
  BatchCost,
  BatchCreate,
  BatchCreateMaterialIssue,
  BatchCreateMaterialIssueResult,
  BatchEntry,
  BatchListItem,
  BatchMaterial,
  BatchMeasurementBulk,
  BatchMeasurementBulkResult,
  BatchMeasurementCreate,
  BatchMeasurementPatch,
  BatchMove,
  BatchPatch,
  BatchReceiveProduction,
  BatchReceiveProductionResult,
  BatchRecordLoss,
  BatchSplit,
  BatchSplitResult,
  BatchTrace,
  BatchUndoLast,
  CashDesk,
  CashDeskReport,
  CashDeskSession,
  CashDeskSessionCashIn,
  CashDeskSessionCashInResult,
  CashDeskSessionCashOutResult,
  CashDeskSessionClose,
  CashDeskSessionCreate,
  CashDeskSessionExplainFloat,
  CashDeskSessionExplainFloatResult,
  CashDeskTapCreate,
  Cashflow,
  CashflowCreate,
  CashflowSum,
  Category,
  Contact,
  ContactWithPartner,
  Country,
  Deposit,
  DocumentAction,
  ExciseDay,
  ExciseFileEffects,
  ExciseMovement,
  ExciseReport,
  ExciseReportCreate,
  ExciseReportFile,
  ExciseReportListItem,
  FinanceAccount,
  GoodsReceipt,
  GoodsReceiptCreate,
  GoodsReceiptLineCreate,
  GoodsReceiptLinePatch,
  GoodsReceiptListItem,
  GoodsReceiptPatch,
  Health,
  HoldingEffects,
  InboxCreate,
  InboxReject,
  InboxSort,
  InboxSubmission,
  InventoryCount,
  InventoryCountCreate,
  InventoryCountLine,
  InventoryCountLineCreate,
  InventoryCountLinePatch,
  InventoryCountListItem,
  Invoice,
  InvoiceCreate,
  InvoiceCredit,
  InvoiceGroupStockIssues,
  InvoiceLine,
  InvoiceLineCreate,
  InvoiceLinePatch,
  InvoiceListItem,
  InvoiceMarkPaid,
  InvoicePatch,
  InvoiceSum,
  IsdocImport,
  IssueEffects,
  Item,
  ItemCreate,
  ItemPatch,
  KegTap,
  KegTapRetap,
  LevelEffects,
  Me,
  Measurement,
  MeasurementPoint,
  MoveEffects,
  NoFields,
  NumberSeries,
  Order,
  OrderConfirmResult,
  OrderCreate,
  OrderCreateInvoiceResult,
  OrderCreateStockIssueResult,
  OrderLine,
  OrderLineCreate,
  OrderLinePatch,
  OrderListItem,
  OrderPatch,
  PackagingAdjustment,
  PackagingAdjustmentCreate,
  PackagingAdjustmentListItem,
  PackagingBalance,
  PackagingMovement,
  PackagingReturn,
  PackagingReturnCreate,
  PackagingReturnEffects,
  PackagingReturnListItem,
  PackagingRun,
  PackagingRunCreate,
  PackagingRunEffects,
  PackagingRunListItem,
  PackagingRunPatch,
  PackagingStatement,
  PackagingSummary,
  Partner,
  PartnerContactCreate,
  PartnerContactPatch,
  PartnerCreate,
  PartnerPatch,
  PaymentCode,
  PosItem,
  PosReceipt,
  PosSale,
  PosSaleCreate,
  PosSaleListItem,
  PosSaleRefund,
  PosSaleRetrySettlement,
  PostingEffects,
  Price,
  PriceList,
  ReceivedInvoice,
  ReceivedInvoiceCreate,
  ReceivedInvoiceImportIsdoc,
  ReceivedInvoiceLine,
  ReceivedInvoiceLineCreate,
  ReceivedInvoiceLinePatch,
  ReceivedInvoiceListItem,
  ReceivedInvoicePatch,
  ReceivedInvoiceSum,
  Recipe,
  RecipeCreate,
  RecipeImport,
  RecipeListItem,
  RecipePatch,
  RecipeVersion,
  RecipeVersionCreate,
  RecipeVersionListItem,
  RecipeWriteResult,
  Repack,
  RepackCreate,
  Report,
  SaleEffects,
  Sandbox,
  SandboxAdvanceClock,
  SearchHitList,
  Shop,
  StockAllocation,
  StockIssue,
  StockIssueCreate,
  StockIssueLineCreate,
  StockIssueLinePatch,
  StockIssueListItem,
  StockIssuePatch,
  StockLevel,
  StockLine,
  StockLot,
  StockLotTrace,
  StockReservation,
  TappableKeg,
  ToDoList,
  Unit,
  Upload,
  Uuid,
  VatRate,
  Vessel,
  VesselFinishCleaning,
  VesselUse,
  Warehouse,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointEnable,
  WebhookEndpointPatch,
  WebhookEndpointReplay,
  WebhookEndpointRotateSecret,
  WebhookEndpointWithSecret,
  WebhookPing,
  WorkflowStep,
  WorkflowStepComplete,
  WorkflowStepHandOver,
  WorkflowStepWait,
} from './types.ts'

/** Every resource of the API; each endpoint is a method of one of them. */
export interface Resources {
  health: HealthResource
  me: MeResource
  units: UnitsResource
  countries: CountriesResource
  priceLists: PriceListsResource
  vatRates: VatRatesResource
  categories: CategoriesResource
  deposits: DepositsResource
  numberSeries: NumberSeriesResource
  partners: PartnersResource
  contacts: ContactsResource
  items: ItemsResource
  financeAccounts: FinanceAccountsResource
  reports: ReportsResource
  receivedInvoices: ReceivedInvoicesResource
  cashflows: CashflowsResource
  shops: ShopsResource
  warehouses: WarehousesResource
  goodsReceipts: GoodsReceiptsResource
  stockIssues: StockIssuesResource
  stockLevels: StockLevelsResource
  stockLots: StockLotsResource
  stockReservations: StockReservationsResource
  repacks: RepacksResource
  inventoryCounts: InventoryCountsResource
  vessels: VesselsResource
  recipes: RecipesResource
  batches: BatchesResource
  packagingRuns: PackagingRunsResource
  exciseReports: ExciseReportsResource
  orders: OrdersResource
  invoices: InvoicesResource
  cashDesks: CashDesksResource
  cashDeskSessions: CashDeskSessionsResource
  posSales: PosSalesResource
  kegTaps: KegTapsResource
  packagingBalances: PackagingBalancesResource
  packagingReturns: PackagingReturnsResource
  packagingAdjustments: PackagingAdjustmentsResource
  attachments: AttachmentsResource
  inbox: InboxResource
  workflowSteps: WorkflowStepsResource
  events: EventsResource
  webhookEndpoints: WebhookEndpointsResource
  webhookDeliveries: WebhookDeliveriesResource
  search: SearchResource
  sandbox: SandboxResource
  openapi: OpenapiResource
}

export interface HealthResource {
  /**
   * Check whether the service is ready. Needs no key. 503 while the database is unreachable or the service is
   * stopping.
   */
  get(options?: CallOptions): Promise<Health>
}

export interface MeResource {
  /** Get the account and key behind this call. */
  get(options?: CallOptions): Promise<Me>
}

export interface UnitsResource {
  /**
   * List the units this account may use.
   * Needs core:read.
   */
  list(options?: CallOptions): List<Unit>
}

export interface CountriesResource {
  /**
   * List countries (ISO 3166).
   * Needs core:read.
   */
  list(options?: CallOptions): List<Country>
}

export interface PriceListsResource {
  /**
   * List price lists.
   * Needs core:read.
   */
  list(options?: CallOptions): List<PriceList>
}

export interface VatRatesResource {
  /**
   * List VAT rates.
   * Needs core:read.
   */
  list(options?: CallOptions): List<VatRate>
}

export interface CategoriesResource {
  /**
   * List categories, events and activities.
   * Needs core:read.
   */
  list(query?: CategoryListQuery, options?: CallOptions): List<Category>
}

export interface DepositsResource {
  /**
   * List the deposits on returnable packaging.
   * Needs core:read.
   */
  list(options?: CallOptions): List<Deposit>
}

export interface NumberSeriesResource {
  /**
   * List number series.
   * Needs core:read.
   */
  list(options?: CallOptions): List<NumberSeries>
}

export interface PartnersResource {
  /**
   * List partners.
   * Needs core:read.
   */
  list(query?: PartnerListQuery, options?: CallOptions): List<Partner>
  /**
   * Create a partner.
   * Needs core:write.
   * Errors: external_ref_conflict, duplicate_ico, partner_limit.
   */
  create(body: PartnerCreate, options: DryRunOptions<CreateOptions>): Promise<DryRun<Partner, 'partner.created'>>
  create(body: PartnerCreate, options?: CreateOptions): Promise<Partner>
  /**
   * Get a partner.
   * Needs core:read.
   */
  get(id: Uuid, options?: ReadOptions<Partner>): Promise<Partner>
  /**
   * Update a partner. Absent fields are kept, null clears; the address is merged key by key.
   * Needs core:write.
   * Errors: stale_version, duplicate_ico.
   */
  update(
    id: Uuid,
    body: PartnerPatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Partner, 'partner.updated'>>
  update(id: Uuid, body: PartnerPatch, options?: ChangeOptions): Promise<Partner>
  /**
   * Get a partner by its external reference.
   * Needs core:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Partner>): Promise<Partner>
  contacts: {
    /**
     * List the contacts of a partner.
     * Needs core:read.
     */
    list(id: Uuid, query?: PartnerContactListQuery, options?: CallOptions): List<Contact>
    /**
     * Create a contact of a partner.
     * Needs core:write.
     * Errors: stale_version.
     */
    create(
      id: Uuid,
      body: PartnerContactCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<Contact, 'partner.updated'>>
    create(id: Uuid, body: PartnerContactCreate, options?: ChangeOptions): Promise<Contact>
    /**
     * A contact of a partner.
     * Needs core:read.
     */
    get(id: Uuid, contactId: Uuid, options?: ReadOptions<Contact>): Promise<Contact>
    /**
     * Update a contact of a partner.
     * Needs core:write.
     * Errors: stale_version.
     */
    update(
      id: Uuid,
      contactId: Uuid,
      body: PartnerContactPatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<Contact, 'partner.updated'>>
    update(id: Uuid, contactId: Uuid, body: PartnerContactPatch, options?: ChangeOptions): Promise<Contact>
  }
  /**
   * Get the packaging statement of a partner. By the dates of movements. A reversal counts where what it undoes
   * counts, on its own date.
   * Needs stock:read or sales:read.
   */
  packagingStatement(
    id: Uuid,
    query: PartnerPackagingStatementQuery,
    options?: CallOptions,
  ): Promise<PackagingStatement>
  /**
   * Download the packaging statement of a partner as PDF. With a place to sign.
   * Needs stock:read or sales:read.
   */
  packagingStatementPdf(id: Uuid, query: PartnerPackagingStatementPdfQuery, options?: CallOptions): FileAnswer
}

export interface ContactsResource {
  /**
   * List the contacts of all partners.
   * Needs core:read.
   */
  list(query?: ContactListQuery, options?: CallOptions): List<ContactWithPartner>
}

export interface ItemsResource {
  /**
   * List items.
   * Needs core:read.
   */
  list(query?: ItemListQuery, options?: CallOptions): List<Item>
  /**
   * Create an item. Its code comes from the number series for items.
   * Needs core:write.
   * Errors: external_ref_conflict, unit_not_available, recipe_unit_dimension_mismatch, quantity_scale.
   */
  create(body: ItemCreate, options: DryRunOptions<CreateOptions>): Promise<DryRun<Item, 'item.created'>>
  create(body: ItemCreate, options?: CreateOptions): Promise<Item>
  /**
   * Get an item.
   * Needs core:read.
   */
  get(id: Uuid, options?: ReadOptions<Item>): Promise<Item>
  /**
   * Update an item. Absent fields are kept, null clears. The unit cannot change once prices, orders, invoices,
   * documents or counts use it, nor can the item type while a product or a deposit relies on it: 409 conflict.
   * Needs core:write.
   * Errors: stale_version, unit_not_available, recipe_unit_dimension_mismatch, quantity_scale, conflict.
   */
  update(id: Uuid, body: ItemPatch, options: DryRunOptions<ChangeOptions>): Promise<DryRun<Item, 'item.updated'>>
  update(id: Uuid, body: ItemPatch, options?: ChangeOptions): Promise<Item>
  /**
   * Get an item by its external reference.
   * Needs core:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Item>): Promise<Item>
  prices: {
    /**
     * Get the price of an item for a partner and quantity. The first that exists: a partner price, the price list
     * of the partner, the best single discount off the base price, the base price. Of several quantity breaks valid
     * today, the highest one reached applies.
     * Needs core:read.
     * Errors: quantity_scale.
     */
    get(id: Uuid, query?: ItemPriceGetQuery, options?: CallOptions): Promise<Price>
  }
}

export interface FinanceAccountsResource {
  /**
   * List bank accounts, cash boxes and card terminals.
   * Needs finance:read.
   */
  list(options?: CallOptions): List<FinanceAccount>
}

export interface ReportsResource {
  /**
   * Show the balances of finance accounts. From the payments of the book alone: what was in an account before
   * them is not known here.
   * Needs finance:read.
   */
  accountBalances(options?: CallOptions): List<AccountBalance>
  /**
   * Show what received invoices come to. The confirmed and paid ones of the same filter as that of the list, by
   * currency. By the day of issue, as the list is filtered. Drafts and cancelled documents are in none of the
   * amounts, but are counted beside them.
   * Needs finance:read.
   */
  receivedInvoices(query?: ReportReceivedInvoicesQuery, options?: CallOptions): List<ReceivedInvoiceSum>
  /**
   * Show what cash-flow documents come to. The confirmed ones of the same filter as that of the list, by
   * currency.
   * Needs finance:read.
   */
  cashflow(query?: ReportCashflowQuery, options?: CallOptions): List<CashflowSum>
  /**
   * Show what issued invoices come to. The issued and paid ones of the same filter as that of the list, by
   * currency. Credit notes count against them. By the day of issue, as the list is filtered. Drafts and cancelled
   * documents are in none of the amounts, but are counted beside them.
   * Needs sales:read or finance:read.
   */
  invoices(query?: ReportInvoicesQuery, options?: CallOptions): List<InvoiceSum>
  /**
   * Show what waits for somebody. Counts of what the key may read, each with the list and the filter that show
   * it.
   */
  toDo(options?: CallOptions): Promise<ToDoList>
  /**
   * Show sales over time. Without VAT: issued and paid invoices with credit notes by their issue date, and sales
   * at cash desks where the key may read them. Credit notes and refunds count against them.
   * Needs sales:read or finance:read.
   */
  sales(query?: ReportSalesQuery, options?: CallOptions): Promise<Report>
  /**
   * Show the value of the stock over time. What the stock of all warehouses was worth at the end of each step,
   * and of the last day, as the documents known now say.
   * Needs stock:read.
   */
  stockValue(query?: ReportStockValueQuery, options?: CallOptions): Promise<Report>
  /**
   * Show what customers still have to pay. What remains of issued invoices, by the step in which it is due; the
   * totals are of all of them: open, overdue, and by how late they are today (not_due; late_30: up to 30 days;
   * late_60; late_90; late_over_90).
   * Needs sales:read or finance:read.
   */
  receivables(query?: ReportReceivablesQuery, options?: CallOptions): Promise<Report>
  /**
   * Show how deliveries to webhook endpoints fare. Deliveries that succeeded, failed for good or wait, by the
   * step they began in; totals are endpoints.
   * Needs webhooks:manage.
   */
  webhookHealth(query?: ReportWebhookHealthQuery, options?: CallOptions): Promise<Report>
  /**
   * Show what was measured of a batch over time. Valid values, one series for each axis that was measured. A
   * point is the last value of its step, at the instant it was measured; steps without a value have none. The
   * totals are the last values, with how many there are.
   * Needs brewery:read.
   */
  batchMeasurements(query: ReportBatchMeasurementsQuery, options?: CallOptions): Promise<Report>
}

export interface ReceivedInvoicesResource {
  /**
   * List received invoices. Without lines.
   * Needs finance:read.
   */
  list(query?: ReceivedInvoiceListQuery, options?: CallOptions): List<ReceivedInvoiceListItem>
  /**
   * Create a received invoice. Creates a draft; confirming it assigns our own number.
   * Needs finance:write.
   * Errors: external_ref_conflict, currency_not_supported.
   */
  create(
    body: ReceivedInvoiceCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'received_invoice.created' | 'workflow.step_called'>>
  create(body: ReceivedInvoiceCreate, options?: CreateOptions): Promise<ReceivedInvoice>
  /**
   * Get a received invoice.
   * Needs finance:read.
   */
  get(id: Uuid, options?: ReadOptions<ReceivedInvoice>): Promise<ReceivedInvoice>
  /**
   * Get a received invoice by its external reference.
   * Needs finance:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<ReceivedInvoice>): Promise<ReceivedInvoice>
  /**
   * Update a received invoice. Possible until it is exported or cancelled. Absent fields are kept, null clears.
   * Another currency without an exchange_rate clears the old one; a confirmed invoice in a foreign currency needs
   * one: `missing_exchange_rate`.
   * Needs finance:write.
   * Errors: stale_version, invalid_transition, conflict, currency_not_supported, missing_exchange_rate.
   */
  update(
    id: Uuid,
    body: ReceivedInvoicePatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, never>>
  update(id: Uuid, body: ReceivedInvoicePatch, options?: ChangeOptions): Promise<ReceivedInvoice>
  lines: {
    /**
     * Add a line to a received invoice. ETag and Location are those of the invoice. If the new total equals what is
     * already paid, the invoice becomes paid.
     * Needs finance:write.
     * Errors: stale_version, invalid_transition, conflict.
     */
    create(
      id: Uuid,
      body: ReceivedInvoiceLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<ReceivedInvoiceLine, 'received_invoice.paid'>>
    create(id: Uuid, body: ReceivedInvoiceLineCreate, options?: ChangeOptions): Promise<ReceivedInvoiceLine>
    /**
     * Update a line of a received invoice. The VAT of an imported document is kept unless amounts change; then it
     * is recalculated from the rates. If the new total equals what is already paid, the invoice becomes paid; a
     * total below it is a `conflict`.
     * Needs finance:write.
     * Errors: stale_version, invalid_transition, conflict.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: ReceivedInvoiceLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<ReceivedInvoiceLine, 'received_invoice.paid'>>
    update(
      id: Uuid,
      lineId: Uuid,
      body: ReceivedInvoiceLinePatch,
      options?: ChangeOptions,
    ): Promise<ReceivedInvoiceLine>
  }
  /**
   * List the actions of a received invoice and what blocks them.
   * Needs finance:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a received invoice. Confirms the invoice and assigns our own number.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, no_lines, missing_exchange_rate, conflict.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'received_invoice.confirmed' | 'workflow.step_called'>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<ReceivedInvoice>
  /**
   * Mark a received invoice as paid. Records a payment; once nothing remains, the invoice is paid. For an invoice
   * below zero the money comes in and the amount is still positive. An invoice of zero needs no payment.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, account_required, overpay, invalid_amount, conflict.
   */
  markPaid(
    id: Uuid,
    body: InvoiceMarkPaid,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'received_invoice.paid' | 'cashflow.created' | 'cashflow.paid' | 'workflow.step_called'>>
  markPaid(id: Uuid, body: InvoiceMarkPaid, options?: ChangeOptions): Promise<ReceivedInvoice>
  /**
   * Revert the last payment of a received invoice. Reverts the last payment.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  revertPayment(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'received_invoice.payment_reverted' | 'cashflow.cancelled' | 'workflow.step_called'>>
  revertPayment(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<ReceivedInvoice>
  /**
   * Cancel a received invoice. Cancels the invoice. Only possible while nothing is paid.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'received_invoice.cancelled' | 'workflow.step_called'>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<ReceivedInvoice>
  /**
   * Export a received invoice. Hands the invoice over to accounting, which locks it.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  export(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ReceivedInvoice, 'workflow.step_called'>>
  export(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<ReceivedInvoice>
  /**
   * Import a received invoice from ISDOC. Reads an uploaded .isdoc or .isdocx (ISDOC 5 and 6; UBL 2.1 and Peppol
   * BIS 3 too, recognized by their root element) and creates a draft from it. The supplier is found by country
   * and business id, tax id or name, otherwise created; anything that does not match what is known of it is in
   * `warnings`: read them before paying. The original and its PDF, from the archive or from inside UBL, become
   * attachments of the invoice. Signatures inside the document are not verified.
   * Needs finance:write.
   * Errors: unsupported_format, file_too_large, no_invoice_in_archive, invalid_xml, unsupported_document_type,
   * duplicate, no_lines, currency_not_supported, no_finance_module, partner_limit, storage_limit_exceeded,
   * upload_failed.
   */
  importIsdoc(
    body: ReceivedInvoiceImportIsdoc,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<IsdocImport, 'partner.created' | 'partner.updated' | 'received_invoice.created' | 'workflow.step_called'>>
  importIsdoc(body: ReceivedInvoiceImportIsdoc, options?: WriteOptions): Promise<IsdocImport>
  /**
   * List the files of a received invoice. Oldest first: the imported original, its PDF, and what was uploaded to
   * it.
   * Needs finance:read.
   */
  attachments(id: Uuid, options?: CallOptions): List<Attachment>
}

export interface CashflowsResource {
  /**
   * List cash-flow documents.
   * Needs finance:read.
   */
  list(query?: CashflowListQuery, options?: CallOptions): List<Cashflow>
  /**
   * Create a cash-flow document. Confirmed at once unless `status` says otherwise.
   * Needs finance:write.
   * Errors: invalid_amount, currency_not_supported.
   */
  create(
    body: CashflowCreate,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<Cashflow, 'cashflow.created' | 'workflow.step_called'>>
  create(body: CashflowCreate, options?: WriteOptions): Promise<Cashflow>
  /**
   * Get a cash-flow document.
   * Needs finance:read.
   */
  get(id: Uuid, options?: ReadOptions<Cashflow>): Promise<Cashflow>
  /**
   * List the actions of a cash-flow document and what blocks them.
   * Needs finance:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a cash-flow document. Confirms the draft.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Cashflow, 'workflow.step_called'>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Cashflow>
  /**
   * Mark a cash-flow document as paid. Records a payment; the event is emitted once nothing remains.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, account_required, overpay, invalid_amount, conflict.
   */
  markPaid(
    id: Uuid,
    body: InvoiceMarkPaid,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Cashflow, 'cashflow.paid' | 'workflow.step_called'>>
  markPaid(id: Uuid, body: InvoiceMarkPaid, options?: ChangeOptions): Promise<Cashflow>
  /**
   * Revert the last payment of a cash-flow document. Reverts the last payment.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  revertPayment(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Cashflow, 'cashflow.payment_reverted' | 'workflow.step_called'>>
  revertPayment(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Cashflow>
  /**
   * Cancel a cash-flow document. Cancels the document. Only possible while nothing is paid.
   * Needs finance:write.
   * Errors: invalid_transition, stale_version.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Cashflow, 'cashflow.cancelled' | 'workflow.step_called'>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Cashflow>
}

export interface ShopsResource {
  /**
   * List shops.
   * Needs core:read or stock:read.
   */
  list(query?: ShopListQuery, options?: CallOptions): List<Shop>
  /**
   * Get a shop.
   * Needs core:read or stock:read.
   */
  get(id: Uuid, options?: ReadOptions<Shop>): Promise<Shop>
}

export interface WarehousesResource {
  /**
   * List warehouses.
   * Needs core:read or stock:read.
   */
  list(query?: WarehouseListQuery, options?: CallOptions): List<Warehouse>
  /**
   * Get a warehouse.
   * Needs core:read or stock:read.
   */
  get(id: Uuid, options?: ReadOptions<Warehouse>): Promise<Warehouse>
}

export interface GoodsReceiptsResource {
  /**
   * List goods receipts. Without lines.
   * Needs stock:read.
   */
  list(query?: GoodsReceiptListQuery, options?: CallOptions): List<GoodsReceiptListItem>
  /**
   * Create a goods receipt. Creates a draft: it moves no stock until it is confirmed.
   * Needs stock:write.
   * Errors: external_ref_conflict, system_warehouse, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(
    body: GoodsReceiptCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<GoodsReceipt, 'goods_receipt.created' | 'workflow.step_called'>>
  create(body: GoodsReceiptCreate, options?: CreateOptions): Promise<GoodsReceipt>
  /**
   * Get a goods receipt.
   * Needs stock:read.
   */
  get(id: Uuid, options?: ReadOptions<GoodsReceipt>): Promise<GoodsReceipt>
  /**
   * Get a goods receipt by its external reference.
   * Needs stock:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<GoodsReceipt>): Promise<GoodsReceipt>
  /**
   * Update a goods receipt. Drafts only. Absent fields are kept, null clears.
   * Needs stock:write.
   * Errors: stale_version, invalid_transition.
   */
  update(
    id: Uuid,
    body: GoodsReceiptPatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<GoodsReceipt, never>>
  update(id: Uuid, body: GoodsReceiptPatch, options?: ChangeOptions): Promise<GoodsReceipt>
  lines: {
    /**
     * Add a line to a goods receipt. Drafts only. ETag and Location are those of the document.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    create(
      id: Uuid,
      body: GoodsReceiptLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<StockLine, never>>
    create(id: Uuid, body: GoodsReceiptLineCreate, options?: ChangeOptions): Promise<StockLine>
    /**
     * Update a line of a goods receipt. Drafts only. `issued_quantity` is posted instead of the quantity; 0 skips
     * the line.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: GoodsReceiptLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<StockLine, never>>
    update(id: Uuid, lineId: Uuid, body: GoodsReceiptLinePatch, options?: ChangeOptions): Promise<StockLine>
  }
  /**
   * List the actions of a goods receipt and what blocks them.
   * Needs stock:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a goods receipt. Posts the stock. A transfer also drafts a receipt at the destination. Packaging on
   * deposit that goes to a partner with a sale, or comes back with purpose packaging_return, moves the balance of
   * the partner.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, no_lines, inventory_locked, excise_reported, system_warehouse,
   * reserved_by_other, conflict, transfer_blocked, packaging_return_exceeds_balance.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<GoodsReceipt, 'goods_receipt.confirmed' | 'goods_receipt.created' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<GoodsReceipt>
  /**
   * Cancel a goods receipt. Reverses the posting for good. Refused once stock of the receipt was issued, while an
   * invoice includes the issue, and once packaging that went out with it came back.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, repack_pair_cancel_required,
   * inventory_locked, excise_reported, conflict, sale_kegs_partially_returned.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<GoodsReceipt, 'goods_receipt.cancelled' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<GoodsReceipt>
  /**
   * Revert a goods receipt to draft. Reverses the posting and reopens the document as a draft. Refused for the
   * same reasons as cancel.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, repack_pair_cancel_required,
   * inventory_locked, excise_reported, conflict, sale_kegs_partially_returned.
   */
  revertToDraft(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<GoodsReceipt, 'goods_receipt.reverted_to_draft' | 'goods_receipt.cancelled' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  revertToDraft(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<GoodsReceipt>
}

export interface StockIssuesResource {
  /**
   * List stock issues. Without lines.
   * Needs stock:read.
   */
  list(query?: StockIssueListQuery, options?: CallOptions): List<StockIssueListItem>
  /**
   * Create a stock issue. Creates a draft: it moves no stock until it is confirmed.
   * Needs stock:write.
   * Errors: external_ref_conflict, system_warehouse, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(
    body: StockIssueCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<StockIssue, 'stock_issue.created' | 'workflow.step_called'>>
  create(body: StockIssueCreate, options?: CreateOptions): Promise<StockIssue>
  /**
   * Get a stock issue.
   * Needs stock:read.
   */
  get(id: Uuid, options?: ReadOptions<StockIssue>): Promise<StockIssue>
  /**
   * Get a stock issue by its external reference.
   * Needs stock:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<StockIssue>): Promise<StockIssue>
  /**
   * Update a stock issue. Drafts only. Absent fields are kept, null clears.
   * Needs stock:write.
   * Errors: stale_version, invalid_transition.
   */
  update(id: Uuid, body: StockIssuePatch, options: DryRunOptions<ChangeOptions>): Promise<DryRun<StockIssue, never>>
  update(id: Uuid, body: StockIssuePatch, options?: ChangeOptions): Promise<StockIssue>
  lines: {
    /**
     * Add a line to a stock issue. Drafts only. ETag and Location are those of the document.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    create(
      id: Uuid,
      body: StockIssueLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<StockLine, never>>
    create(id: Uuid, body: StockIssueLineCreate, options?: ChangeOptions): Promise<StockLine>
    /**
     * Update a line of a stock issue. Drafts only. `issued_quantity` is posted instead of the quantity; 0 skips the
     * line.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: StockIssueLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<StockLine, never>>
    update(id: Uuid, lineId: Uuid, body: StockIssueLinePatch, options?: ChangeOptions): Promise<StockLine>
  }
  /**
   * List the actions of a stock issue and what blocks them.
   * Needs stock:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a stock issue. Posts the stock. A transfer also drafts a receipt at the destination. Packaging on
   * deposit that goes to a partner with a sale, or comes back with purpose packaging_return, moves the balance of
   * the partner.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, no_lines, inventory_locked, excise_reported, system_warehouse,
   * reserved_by_other, conflict, transfer_blocked, packaging_return_exceeds_balance.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<StockIssue, 'stock_issue.confirmed' | 'goods_receipt.created' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<StockIssue>
  /**
   * Cancel a stock issue. Reverses the posting for good. Refused once stock of the receipt was issued, while an
   * invoice includes the issue, and once packaging that went out with it came back.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, repack_pair_cancel_required,
   * inventory_locked, excise_reported, conflict, sale_kegs_partially_returned.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<StockIssue, 'stock_issue.cancelled' | 'goods_receipt.cancelled' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<StockIssue>
  /**
   * Revert a stock issue to draft. Reverses the posting and reopens the document as a draft. Refused for the same
   * reasons as cancel.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, repack_pair_cancel_required,
   * inventory_locked, excise_reported, conflict, sale_kegs_partially_returned.
   */
  revertToDraft(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<StockIssue, 'stock_issue.reverted_to_draft' | 'goods_receipt.cancelled' | 'stock_level.changed' | 'workflow.step_called', PostingEffects>>
  revertToDraft(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<StockIssue>
  /**
   * List the layers a stock issue took from. Empty until it is confirmed. Fixed while it is confirmed.
   * Needs stock:read.
   */
  allocations(id: Uuid, options?: CallOptions): List<StockAllocation>
  /**
   * Download the delivery note of a stock issue as PDF. The goods and their lots, without prices, with a place to
   * sign.
   * Needs stock:read.
   */
  pdf(id: Uuid, query?: StockIssuePdfQuery, options?: CallOptions): FileAnswer
}

export interface StockLevelsResource {
  /**
   * List stock on hand by item and warehouse. One row per item and warehouse that ever had stock, including zero:
   * the sum of all confirmed documents, also those dated after today. With `as_of`, the quantity and value at the
   * end of that day according to all documents known now.
   * Needs stock:read.
   */
  list(query?: StockLevelListQuery, options?: CallOptions): List<StockLevel>
}

export interface StockLotsResource {
  /**
   * List the FIFO layers of the stock. Layers that still hold stock; all of them with `include_empty=true`.
   * Needs stock:read.
   */
  list(query?: StockLotListQuery, options?: CallOptions): List<StockLot>
  /**
   * Trace a lot: where it came from and where it went. Through transfers, repacks, packaging runs and batches,
   * both ways. A batch hands on what it had when beer left it, by the order of its ledger: hops of the second
   * half are not behind the first.
   * Needs stock:read.
   */
  trace(id: Uuid, options?: CallOptions): Promise<StockLotTrace>
}

export interface StockReservationsResource {
  /**
   * List stock held for orders.
   * Needs stock:read.
   */
  list(query?: StockReservationListQuery, options?: CallOptions): List<StockReservation>
}

export interface RepacksResource {
  /**
   * List repacks.
   * Needs stock:read.
   */
  list(query?: RepackListQuery, options?: CallOptions): List<Repack>
  /**
   * Create a repack. Creates a draft issue of the inputs and a draft receipt of the outputs; they are confirmed
   * together.
   * Needs stock:write.
   * Errors: external_ref_conflict, system_warehouse, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(
    body: RepackCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<Repack, 'stock_issue.created' | 'goods_receipt.created'>>
  create(body: RepackCreate, options?: CreateOptions): Promise<Repack>
  /**
   * Get a repack.
   * Needs stock:read.
   */
  get(id: Uuid, options?: ReadOptions<Repack>): Promise<Repack>
  /**
   * Get a repack by its external reference.
   * Needs stock:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Repack>): Promise<Repack>
  /**
   * List the actions of a repack and what blocks them.
   * Needs stock:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a repack. Posts both documents; the outputs share the cost of the inputs.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, inventory_locked, excise_reported, reserved_by_other, conflict.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Repack, 'stock_issue.confirmed' | 'goods_receipt.confirmed' | 'stock_level.changed', MoveEffects>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Repack>
  /**
   * Cancel a repack. Reverses both documents. Refused once any of the output was issued.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, inventory_locked, excise_reported, receipt_has_allocations.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Repack, 'goods_receipt.cancelled' | 'stock_issue.cancelled' | 'stock_level.changed', LevelEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Repack>
}

export interface InventoryCountsResource {
  /**
   * List inventory counts. Without lines.
   * Needs stock:read.
   */
  list(query?: InventoryCountListQuery, options?: CallOptions): List<InventoryCountListItem>
  /**
   * Create an inventory count. Creates a draft: nothing is locked until it is started.
   * Needs stock:write.
   * Errors: system_warehouse.
   */
  create(body: InventoryCountCreate, options: DryRunOptions<WriteOptions>): Promise<DryRun<InventoryCount, never>>
  create(body: InventoryCountCreate, options?: WriteOptions): Promise<InventoryCount>
  /**
   * Get an inventory count.
   * Needs stock:read.
   */
  get(id: Uuid, options?: ReadOptions<InventoryCount>): Promise<InventoryCount>
  lines: {
    /**
     * Record the counted quantity of an item. Fills the line created at the start, or adds one. ETag and Location
     * are those of the count.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    create(
      id: Uuid,
      body: InventoryCountLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<InventoryCountLine, never>>
    create(id: Uuid, body: InventoryCountLineCreate, options?: ChangeOptions): Promise<InventoryCountLine>
    /**
     * Correct a counted quantity. null marks the line as uncounted again.
     * Needs stock:write.
     * Errors: stale_version, invalid_transition, unit_mismatch, unit_not_available, quantity_scale, conflict.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: InventoryCountLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<InventoryCountLine, never>>
    update(id: Uuid, lineId: Uuid, body: InventoryCountLinePatch, options?: ChangeOptions): Promise<InventoryCountLine>
  }
  /**
   * List the actions of an inventory count and what blocks them.
   * Needs stock:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Start an inventory count. Locks the warehouse and records the expected quantity of each item at the end of
   * the day of the count.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  start(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<InventoryCount, never>>
  start(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<InventoryCount>
  /**
   * Finish an inventory count. Posts shortages as one issue and surpluses as one receipt, dated on the day of the
   * count, and unlocks the warehouse. Uncounted lines change nothing. Refused when documents after that day used
   * the missing stock.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, excise_reported, conflict.
   */
  finish(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<InventoryCount, 'stock_issue.created' | 'stock_issue.confirmed' | 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed', MoveEffects>>
  finish(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<InventoryCount>
  /**
   * Cancel an inventory count. Unlocks the warehouse and posts nothing.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<InventoryCount, never>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<InventoryCount>
}

export interface VesselsResource {
  /**
   * List vessels.
   * Needs brewery:read.
   */
  list(query?: VesselListQuery, options?: CallOptions): List<Vessel>
  /**
   * Get a vessel.
   * Needs brewery:read.
   */
  get(id: Uuid, options?: ReadOptions<Vessel>): Promise<Vessel>
  /**
   * List what was in a vessel. The stays of batches in it, newest first, each with the cleaning before it.
   * `created_since` is the start of a stay.
   * Needs brewery:read.
   */
  history(id: Uuid, query?: VesselHistoryQuery, options?: CallOptions): List<VesselUse>
  /**
   * List the actions of a vessel and what blocks them.
   * Needs brewery:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Start cleaning a vessel. Nothing enters it until it is clean.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version.
   */
  startCleaning(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Vessel, never>>
  startCleaning(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Vessel>
  /**
   * Finish cleaning a vessel. Frees the vessel and sets last_cleaned_at.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version.
   */
  finishCleaning(
    id: Uuid,
    body: VesselFinishCleaning | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Vessel, never>>
  finishCleaning(id: Uuid, body?: VesselFinishCleaning, options?: ChangeOptions): Promise<Vessel>
  measurements: {
    /**
     * Create a measurement of the batch in a vessel. A device is fixed to a vessel, not to a brew. One value tells
     * the type; with several `type` names the main one, and all are stored. What a device sends again for the same
     * type and instant answers 200 with the measurement that exists.
     * Needs brewery:write.
     * Errors: stale_version, conflict, measurement_type_ambiguous, measurement_value_required.
     */
    create(
      id: Uuid,
      body: BatchMeasurementCreate | undefined,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<Measurement, 'batch.measurement_added'>>
    create(id: Uuid, body?: BatchMeasurementCreate, options?: ChangeOptions): Promise<Measurement>
  }
}

export interface RecipesResource {
  /**
   * List recipes.
   * Needs brewery:read.
   */
  list(query?: RecipeListQuery, options?: CallOptions): List<RecipeListItem>
  /**
   * Create a recipe. With its first version. Its code comes from the number series for recipes.
   * Needs brewery:write.
   * Errors: external_ref_conflict, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(body: RecipeCreate, options: DryRunOptions<CreateOptions>): Promise<DryRun<Recipe, never>>
  create(body: RecipeCreate, options?: CreateOptions): Promise<Recipe>
  /**
   * Get a recipe.
   * Needs brewery:read.
   */
  get(id: Uuid, options?: ReadOptions<Recipe>): Promise<Recipe>
  /**
   * Update a recipe. Absent fields are kept, null clears. What is brewed, and how, is changed by a new version.
   * Needs brewery:write.
   * Errors: stale_version.
   */
  update(id: Uuid, body: RecipePatch, options: DryRunOptions<ChangeOptions>): Promise<DryRun<Recipe, never>>
  update(id: Uuid, body: RecipePatch, options?: ChangeOptions): Promise<Recipe>
  /**
   * Get a recipe by its external reference.
   * Needs brewery:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Recipe>): Promise<Recipe>
  versions: {
    /**
     * List the versions of a recipe.
     * Needs brewery:read.
     */
    list(id: Uuid, query?: RecipeVersionListQuery, options?: CallOptions): List<RecipeVersionListItem>
    /**
     * Make a new version of a recipe. It becomes the newest; a version is never changed, and batches keep the one
     * they were planned with. Notes that are sent become those of the recipe too.
     * Needs brewery:write.
     * Errors: stale_version, unit_mismatch, unit_not_available, quantity_scale.
     */
    create(id: Uuid, body: RecipeVersionCreate, options: DryRunOptions<ChangeOptions>): Promise<DryRun<Recipe, never>>
    create(id: Uuid, body: RecipeVersionCreate, options?: ChangeOptions): Promise<Recipe>
    /**
     * Get a version of a recipe.
     * Needs brewery:read.
     */
    get(id: Uuid, version: string, options?: ReadOptions<RecipeVersion>): Promise<RecipeVersion>
  }
  /**
   * Import a recipe from BeerJSON or BeerXML. An ingredient is found by `mapping`, else by the name of an item;
   * what is not found is told all at once. Amounts become quantities in the item's recipe_unit, else in its unit,
   * rounded half up. A dry run shows the result.
   * Needs brewery:write.
   * Errors: external_ref_conflict, unsupported_format.
   */
  import(body: RecipeImport, options: DryRunOptions<CreateOptions>): Promise<DryRun<RecipeWriteResult, never>>
  import(body: RecipeImport, options?: CreateOptions): Promise<RecipeWriteResult>
}

export interface BatchesResource {
  /**
   * List batches. Without `phases` and `derived`. The dates are those of `brew_date`.
   * Needs brewery:read.
   */
  list(query?: BatchListQuery, options?: CallOptions): List<BatchListItem>
  /**
   * Create a batch. A planned batch of an item, of a recipe, or of both.
   * Needs brewery:write.
   * Errors: external_ref_conflict, invoiced_period, system_warehouse.
   */
  create(
    body: BatchCreate | undefined,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  create(body?: BatchCreate, options?: CreateOptions): Promise<Batch>
  /**
   * Get a batch.
   * Needs brewery:read.
   */
  get(id: Uuid, options?: ReadOptions<Batch>): Promise<Batch>
  /**
   * Get a batch by its external reference.
   * Needs brewery:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Batch>): Promise<Batch>
  /**
   * Update a batch. Name, notes, warehouse and manual values at any time but when it is cancelled; item, recipe
   * and planned volume while it is planned; the brew date until it ferments. A manual value of null returns to
   * the measured one.
   * Needs brewery:write.
   * Errors: stale_version, invalid_transition, invoiced_period, system_warehouse.
   */
  update(id: Uuid, body: BatchPatch, options: DryRunOptions<ChangeOptions>): Promise<DryRun<Batch, never>>
  update(id: Uuid, body: BatchPatch, options?: ChangeOptions): Promise<Batch>
  /**
   * List the actions of a batch and what blocks them.
   * Needs brewery:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Advance a batch to a later phase. Moves the batch to a later phase, into a vessel where one is named;
   * `completed` frees the vessel.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, equipment_occupied, conflict.
   */
  advancePhase(
    id: Uuid,
    body: BatchAdvancePhase,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  advancePhase(id: Uuid, body: BatchAdvancePhase, options?: ChangeOptions): Promise<Batch>
  /**
   * Move a batch to another vessel. Moves the batch to another vessel within its phase.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, equipment_occupied, conflict.
   */
  move(
    id: Uuid,
    body: BatchMove,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  move(id: Uuid, body: BatchMove, options?: ChangeOptions): Promise<Batch>
  /**
   * Create the material issue of a batch. Drafts a stock issue of the ingredients the recipe has for the phase,
   * scaled to the planned volume.
   * Needs brewery:write, and stock:write.
   * Errors: invalid_transition, stale_version, no_lines, conflict, system_warehouse.
   */
  createMaterialIssue(
    id: Uuid,
    body: BatchCreateMaterialIssue | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<BatchCreateMaterialIssueResult, 'stock_issue.created' | 'workflow.step_called'>>
  createMaterialIssue(
    id: Uuid,
    body?: BatchCreateMaterialIssue,
    options?: ChangeOptions,
  ): Promise<BatchCreateMaterialIssueResult>
  /**
   * Receive the production of a batch. Receives beer into stock, with its share of the value in process.
   * Needs brewery:write, and stock:write.
   * Errors: invalid_transition, stale_version, unit_mismatch, unit_not_available, quantity_scale, conflict,
   * inventory_locked, excise_reported, system_warehouse.
   */
  receiveProduction(
    id: Uuid,
    body: BatchReceiveProduction,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<BatchReceiveProductionResult, 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed' | 'workflow.step_called', LevelEffects>>
  receiveProduction(
    id: Uuid,
    body: BatchReceiveProduction,
    options?: ChangeOptions,
  ): Promise<BatchReceiveProductionResult>
  /**
   * Record a loss of a batch. Records litres lost. A normal loss makes the rest dearer; an abnormal one takes its
   * value with it.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  recordLoss(
    id: Uuid,
    body: BatchRecordLoss,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'workflow.step_called'>>
  recordLoss(id: Uuid, body: BatchRecordLoss, options?: ChangeOptions): Promise<Batch>
  /**
   * Split a batch. Makes a batch of a part of it, with the share of the value.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, equipment_occupied, conflict, external_ref_conflict.
   */
  split(
    id: Uuid,
    body: BatchSplit,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<BatchSplitResult, 'batch.phase_changed' | 'workflow.step_called'>>
  split(id: Uuid, body: BatchSplit, options?: ChangeOptions): Promise<BatchSplitResult>
  /**
   * Blend other batches into a batch. Takes litres of other batches in, with their share of the value; one that
   * is empty then is completed.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  blend(
    id: Uuid,
    body: BatchBlend,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  blend(id: Uuid, body: BatchBlend, options?: ChangeOptions): Promise<Batch>
  /**
   * Undo the last operation of a batch. Takes back the newest operation that stands: phase, move, loss, split,
   * blend, completion or cancellation. The event is emitted when phase or vessel change.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, equipment_occupied, conflict.
   */
  undoLast(
    id: Uuid,
    body: BatchUndoLast | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  undoLast(id: Uuid, body?: BatchUndoLast, options?: ChangeOptions): Promise<Batch>
  /**
   * Cancel a batch. Gives the batch up. Materials do not return by it: revert their issues first if they were
   * never used.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  cancel(
    id: Uuid,
    body: BatchCancel | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Batch, 'batch.phase_changed' | 'workflow.step_called'>>
  cancel(id: Uuid, body?: BatchCancel, options?: ChangeOptions): Promise<Batch>
  /**
   * List the ledger of a batch. Every change of its litres in process and of their value, newest first; what was
   * undone stays, marked.
   * Needs brewery:read.
   */
  ledger(id: Uuid, query?: BatchLedgerQuery, options?: CallOptions): List<BatchEntry>
  measurements: {
    /**
     * List the measurements of a batch. Newest arrivals first; `measured_from` and `measured_to` are of the instant
     * that was measured.
     * Needs brewery:read.
     */
    list(id: Uuid, query?: BatchMeasurementListQuery, options?: CallOptions): List<Measurement>
    /**
     * Create a measurement of a batch. One value tells the type; with several `type` names the main one, and all
     * are stored. What a device sends again for the same type and instant answers 200 with the measurement that
     * exists.
     * Needs brewery:write.
     * Errors: stale_version, conflict, measurement_type_ambiguous, measurement_value_required.
     */
    create(
      id: Uuid,
      body: BatchMeasurementCreate | undefined,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<Measurement, 'batch.measurement_added'>>
    create(id: Uuid, body?: BatchMeasurementCreate, options?: ChangeOptions): Promise<Measurement>
    /**
     * Create many measurements of a batch. All or none. One value tells the type; with several `type` names the
     * main one, and all are stored. What a device sends again for the same type and instant answers 200 with the
     * measurement that exists.
     * Needs brewery:write.
     * Errors: stale_version, conflict, measurement_type_ambiguous, measurement_value_required.
     */
    bulk(
      id: Uuid,
      body: BatchMeasurementBulk,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<BatchMeasurementBulkResult, 'batch.measurement_added'>>
    bulk(id: Uuid, body: BatchMeasurementBulk, options?: ChangeOptions): Promise<BatchMeasurementBulkResult>
    /**
     * Get a measurement of a batch.
     * Needs brewery:read.
     */
    get(id: Uuid, measurementId: Uuid, options?: ReadOptions<Measurement>): Promise<Measurement>
    /**
     * Update a measurement of a batch. An outlier is marked by `is_valid`, never deleted; the batch then shows what
     * the valid ones say.
     * Needs brewery:write.
     * Errors: stale_version.
     */
    update(
      id: Uuid,
      measurementId: Uuid,
      body: BatchMeasurementPatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<Measurement, never>>
    update(id: Uuid, measurementId: Uuid, body: BatchMeasurementPatch, options?: ChangeOptions): Promise<Measurement>
  }
  /**
   * Read one axis of the measurements of a batch over time. Valid values in buckets of equal width over the span,
   * oldest first; buckets without a value are left out.
   * Needs brewery:read.
   */
  measurementSeries(id: Uuid, query: BatchMeasurementSeriesQuery, options?: CallOptions): List<MeasurementPoint>
  /**
   * List the materials of a batch. What the recipe asks for, by item and phase, with what issues took, and items
   * that were issued beside it. In the item's unit.
   * Needs brewery:read, and stock:read.
   */
  materials(id: Uuid, options?: CallOptions): List<BatchMaterial>
  /**
   * Get the cost sheet of a batch. What went in, what came out, what is left in process, and the yield.
   * `unit_cost` is of a litre.
   * Needs brewery:read, and stock:read.
   */
  cost(id: Uuid, options?: CallOptions): Promise<BatchCost>
  /**
   * Trace a batch: what it was made of and where its beer went. From the lots of its materials to everyone who
   * got the beer, through splits, blends and packaging runs. What was undone does not count.
   * Needs brewery:read, and stock:read.
   */
  trace(id: Uuid, options?: CallOptions): Promise<BatchTrace>
  /**
   * Download the sheet of a batch as PDF. Materials with their lots, phases and vessels, measurements with a
   * plot, losses, production and cost, with places to sign.
   * Needs brewery:read, and stock:read.
   */
  pdf(id: Uuid, query?: BatchPdfQuery, options?: CallOptions): FileAnswer
}

export interface PackagingRunsResource {
  /**
   * List packaging runs. Without outputs.
   * Needs brewery:read.
   */
  list(query?: PackagingRunListQuery, options?: CallOptions): List<PackagingRunListItem>
  /**
   * Create a packaging run. A draft: it has no stock documents and moves nothing until it is confirmed.
   * Needs brewery:write, and stock:write.
   * Errors: external_ref_conflict, system_warehouse, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(
    body: PackagingRunCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<PackagingRun, 'workflow.step_called'>>
  create(body: PackagingRunCreate, options?: CreateOptions): Promise<PackagingRun>
  /**
   * Get a packaging run.
   * Needs brewery:read.
   */
  get(id: Uuid, options?: ReadOptions<PackagingRun>): Promise<PackagingRun>
  /**
   * Get a packaging run by its external reference.
   * Needs brewery:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<PackagingRun>): Promise<PackagingRun>
  /**
   * Update a packaging run. Drafts only. Outputs are sent as a whole list. Absent fields are kept, null clears.
   * Needs brewery:write, and stock:write.
   * Errors: stale_version, invalid_transition, system_warehouse, unit_mismatch, unit_not_available,
   * quantity_scale.
   */
  update(
    id: Uuid,
    body: PackagingRunPatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PackagingRun, never>>
  update(id: Uuid, body: PackagingRunPatch, options?: ChangeOptions): Promise<PackagingRun>
  /**
   * List the actions of a packaging run and what blocks them.
   * Needs brewery:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm a packaging run. Takes the beer and the packaging, and receives the products at what both cost: two
   * or three documents, and one more when the beer comes straight from its batch. All of them or none.
   * Needs brewery:write, and stock:write.
   * Errors: invalid_transition, stale_version, inventory_locked, excise_reported, reserved_by_other, conflict,
   * system_warehouse.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PackagingRun, 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_issue.created' | 'stock_issue.confirmed' | 'stock_level.changed' | 'workflow.step_called', PackagingRunEffects>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<PackagingRun>
  /**
   * Cancel a packaging run. Takes all its documents back together. Refused once any of the products was used.
   * Needs brewery:write, and stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, inventory_locked, excise_reported,
   * conflict.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PackagingRun, 'goods_receipt.cancelled' | 'stock_issue.cancelled' | 'stock_level.changed' | 'workflow.step_called', LevelEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<PackagingRun>
}

export interface ExciseReportsResource {
  /**
   * List excise reports. Without lines. There are no events of reports: read what changed by `updated_since`.
   * Needs brewery:read.
   */
  list(query?: ExciseReportListQuery, options?: CallOptions): List<ExciseReportListItem>
  /**
   * Create an excise report. A draft, calculated at once; one for each month, up to the current one.
   * Needs brewery:write.
   * Errors: conflict.
   */
  create(
    body: ExciseReportCreate,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<ExciseReport, 'workflow.step_called'>>
  create(body: ExciseReportCreate, options?: WriteOptions): Promise<ExciseReport>
  /**
   * Get an excise report.
   * Needs brewery:read.
   */
  get(id: Uuid, options?: ReadOptions<ExciseReport>): Promise<ExciseReport>
  /**
   * List the actions of an excise report and what blocks them.
   * Needs brewery:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Recalculate an excise report. Calculates the month again. When nothing changed, the version stays.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  recalculate(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ExciseReport, 'workflow.step_called'>>
  recalculate(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<ExciseReport>
  /**
   * File an excise report. Freezes the report and locks beer up to the end of its month. Refused before the month
   * is over, while the report is stale, and while the month before is open though an older one is filed.
   * Needs brewery:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  file(
    id: Uuid,
    body: ExciseReportFile | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<ExciseReport, 'workflow.step_called', ExciseFileEffects>>
  file(id: Uuid, body?: ExciseReportFile, options?: ChangeOptions): Promise<ExciseReport>
  /**
   * List the movements of an excise report. Every posted line of beer in warehouses of excise, as the books are
   * now, newest first. Lines of a packaging run or a repack, and those between two warehouses of excise, are
   * `internal`; one more row for each operation and °Plato carries what it lost or gained, and one what left
   * excise with it.
   * Needs brewery:read.
   */
  movements(id: Uuid, query?: ExciseReportMovementsQuery, options?: CallOptions): List<ExciseMovement>
  /**
   * List the days of an excise report. The daily record of the warehouses of excise: each day with a movement and
   * °Plato, in order.
   * Needs brewery:read.
   */
  days(id: Uuid, options?: CallOptions): List<ExciseDay>
  /**
   * Download an excise report as CSV. UTF-8 with a byte order mark, semicolons, decimal commas and Czech heads.
   * Needs brewery:read.
   */
  csv(id: Uuid, query?: ExciseReportCsvQuery, options?: CallOptions): FileAnswer
  /**
   * Download an excise report as PDF. With a place to sign; a draft is marked as one.
   * Needs brewery:read.
   */
  pdf(id: Uuid, query?: ExciseReportPdfQuery, options?: CallOptions): FileAnswer
  /**
   * Download an excise report as XML. A plain form of our own, not the electronic return of the customs
   * administration: `excise_report` with `number`, `period`, `status`, `due_date`, `filed_at`, `company` (`name`,
   * `ico`, `dic`), `category`, `lines` of `line`, `totals`, `produced_ytd_hl` and `in_production` of `row`.
   * Elements are called and written like the members of the record; what is null is left out.
   * Needs brewery:read.
   */
  xml(id: Uuid, options?: CallOptions): FileAnswer
}

export interface OrdersResource {
  /**
   * List orders. Without lines.
   * Needs sales:read.
   */
  list(query?: OrderListQuery, options?: CallOptions): List<OrderListItem>
  /**
   * Create an order. Creates a draft. Lines without a unit_price are priced by the cascade.
   * Needs sales:write.
   * Errors: external_ref_conflict, shop_required, system_warehouse, unit_mismatch, unit_not_available,
   * quantity_scale.
   */
  create(
    body: OrderCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<Order, 'order.created' | 'workflow.step_called'>>
  create(body: OrderCreate, options?: CreateOptions): Promise<Order>
  /**
   * Get an order.
   * Needs sales:read.
   */
  get(id: Uuid, options?: ReadOptions<Order>): Promise<Order>
  /**
   * Get an order by its external reference.
   * Needs sales:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Order>): Promise<Order>
  /**
   * Update an order. Possible in a draft, and after confirmation until there is a stock issue or an invoice;
   * notes and labels until it is cancelled. Absent fields are kept, null clears; the delivery is merged key by
   * key. With another partner_id, cascade prices are looked up again for that partner; prices you sent are kept.
   * Needs sales:write.
   * Errors: stale_version, invalid_transition, conflict, shop_required, system_warehouse.
   */
  update(
    id: Uuid,
    body: OrderPatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'stock_level.changed'>>
  update(id: Uuid, body: OrderPatch, options?: ChangeOptions): Promise<Order>
  lines: {
    /**
     * Add a line to an order. ETag and Location are those of the order.
     * Needs sales:write.
     * Errors: stale_version, invalid_transition, conflict, unit_mismatch, unit_not_available, quantity_scale.
     */
    create(
      id: Uuid,
      body: OrderLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<OrderLine, 'stock_level.changed'>>
    create(id: Uuid, body: OrderLineCreate, options?: ChangeOptions): Promise<OrderLine>
    /**
     * Update a line of an order. A cascade price follows the quantity; a price you sent is kept.
     * Needs sales:write.
     * Errors: stale_version, invalid_transition, conflict, unit_mismatch, unit_not_available, quantity_scale.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: OrderLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<OrderLine, 'stock_level.changed'>>
    update(id: Uuid, lineId: Uuid, body: OrderLinePatch, options?: ChangeOptions): Promise<OrderLine>
    /**
     * Delete a line of an order. The ETag is that of the order.
     * Needs sales:write.
     * Errors: stale_version, invalid_transition, conflict.
     */
    delete(
      id: Uuid,
      lineId: Uuid,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<object, 'stock_level.changed'>>
    delete(id: Uuid, lineId: Uuid, options?: ChangeOptions): Promise<void>
  }
  /**
   * List the actions of an order and what blocks them.
   * Needs sales:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Confirm an order. Confirms the order and reserves as much of its stock as is available. `shortages` lists
   * what could not be reserved, to a key with stock:read.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, no_lines, conflict.
   */
  confirm(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<OrderConfirmResult, 'order.confirmed' | 'stock_level.changed' | 'workflow.step_called', HoldingEffects>>
  confirm(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<OrderConfirmResult>
  /**
   * Start preparing an order. Marks the goods as being prepared.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  startPreparation(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'workflow.step_called'>>
  startPreparation(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Order>
  /**
   * Ship an order. Marks the goods as shipped. Refused while a stock issue of the order is a draft.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  ship(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'order.shipped' | 'workflow.step_called'>>
  ship(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Order>
  /**
   * Deliver an order. Marks the goods as delivered. Goods that are picked up need not be shipped first. Once
   * goods were issued, stock still held for the rest of the order is released.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  deliver(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'order.delivered' | 'stock_level.changed' | 'workflow.step_called', LevelEffects>>
  deliver(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Order>
  /**
   * Create the stock issue of an order. Creates a draft stock issue for the order.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, no_lines, warehouse_required, conflict.
   */
  createStockIssue(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<OrderCreateStockIssueResult, 'stock_issue.created' | 'workflow.step_called'>>
  createStockIssue(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<OrderCreateStockIssueResult>
  /**
   * Create the invoice of an order. Creates a draft invoice for the order.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version, warehouse_required, conflict.
   */
  createInvoice(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<OrderCreateInvoiceResult, 'order.invoiced' | 'invoice.created' | 'workflow.step_called'>>
  createInvoice(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<OrderCreateInvoiceResult>
  /**
   * Cancel an order. Cancels the order and releases its stock. Not possible once a stock issue is confirmed.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'order.cancelled' | 'stock_issue.cancelled' | 'stock_level.changed' | 'workflow.step_called', LevelEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Order>
  /**
   * Revert an order to draft. Reopens the order as a draft and releases its stock. Not possible once it has a
   * stock issue or an invoice.
   * Needs sales:write.
   * Errors: invalid_transition, stale_version.
   */
  revertToDraft(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Order, 'stock_level.changed' | 'workflow.step_called', LevelEffects>>
  revertToDraft(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Order>
}

export interface InvoicesResource {
  /**
   * List issued invoices. Without lines; includes credit notes.
   * Needs sales:read or finance:read.
   */
  list(query?: InvoiceListQuery, options?: CallOptions): List<InvoiceListItem>
  /**
   * Create an invoice. Creates a draft: for an order given by order_id, as its action create_invoice does, or a
   * free-form one.
   * Needs sales:write or finance:write.
   * Errors: external_ref_conflict, invalid_transition, conflict, warehouse_required, system_warehouse,
   * currency_not_supported, unit_mismatch, unit_not_available, quantity_scale.
   */
  create(
    body: InvoiceCreate | undefined,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<Invoice, 'invoice.created' | 'order.invoiced' | 'workflow.step_called'>>
  create(body?: InvoiceCreate, options?: CreateOptions): Promise<Invoice>
  /**
   * Get an invoice.
   * Needs sales:read or finance:read.
   */
  get(id: Uuid, options?: ReadOptions<Invoice>): Promise<Invoice>
  /**
   * Get an invoice by its external reference.
   * Needs sales:read or finance:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<Invoice>): Promise<Invoice>
  /**
   * Update an invoice. A draft: every field. An issued invoice: notes, internal_notes, category_id, event_id,
   * activity_id, due_date.
   * Needs sales:write or finance:write.
   * Errors: stale_version, invalid_transition, conflict, warehouse_required, system_warehouse,
   * currency_not_supported.
   */
  update(id: Uuid, body: InvoicePatch, options: DryRunOptions<ChangeOptions>): Promise<DryRun<Invoice, never>>
  update(id: Uuid, body: InvoicePatch, options?: ChangeOptions): Promise<Invoice>
  lines: {
    /**
     * Add a line to an invoice. Drafts only. ETag and Location are those of the invoice.
     * Needs sales:write or finance:write.
     * Errors: stale_version, invalid_transition, conflict, unit_mismatch, unit_not_available, quantity_scale.
     */
    create(
      id: Uuid,
      body: InvoiceLineCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<InvoiceLine, never>>
    create(id: Uuid, body: InvoiceLineCreate, options?: ChangeOptions): Promise<InvoiceLine>
    /**
     * Update a line of an invoice. Drafts only.
     * Needs sales:write or finance:write.
     * Errors: stale_version, invalid_transition, conflict, unit_mismatch, unit_not_available, quantity_scale.
     */
    update(
      id: Uuid,
      lineId: Uuid,
      body: InvoiceLinePatch,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<InvoiceLine, never>>
    update(id: Uuid, lineId: Uuid, body: InvoiceLinePatch, options?: ChangeOptions): Promise<InvoiceLine>
  }
  /**
   * List the actions of an invoice and what blocks them.
   * Needs sales:read or finance:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Issue an invoice. Assigns the number and the variable symbol. The tax point date decides whether VAT is
   * charged: lines and totals are recalculated when the draft had other rates. A credit note is set off against
   * what remains of its invoice.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, no_lines, missing_exchange_rate, conflict.
   */
  issue(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'invoice.issued' | 'invoice.paid' | 'invoice.payment_reverted' | 'workflow.step_called', IssueEffects>>
  issue(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Invoice>
  /**
   * Mark an invoice as paid. Records a payment; once nothing remains, the invoice is paid.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, account_required, overpay, invalid_amount, conflict.
   */
  markPaid(
    id: Uuid,
    body: InvoiceMarkPaid,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'invoice.paid' | 'cashflow.created' | 'cashflow.paid' | 'workflow.step_called'>>
  markPaid(id: Uuid, body: InvoiceMarkPaid, options?: ChangeOptions): Promise<Invoice>
  /**
   * Revert the last payment of an invoice. Reverts the last payment. Open credit notes of the invoice are set off
   * against what then remains.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  revertPayment(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'invoice.payment_reverted' | 'cashflow.cancelled' | 'invoice.paid' | 'workflow.step_called'>>
  revertPayment(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Invoice>
  /**
   * Cancel an invoice. Cancels the invoice. Only possible while nothing is paid. Its order returns to its
   * previous state; a cancelled credit note undoes its set-off.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'invoice.cancelled' | 'invoice.paid' | 'invoice.payment_reverted' | 'workflow.step_called'>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<Invoice>
  /**
   * Add the lines of stock issues to an invoice. Adds the lines of confirmed sales issues of the partner, on the
   * terms of the orders they were issued for; lines without an order are priced by the cascade.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  groupStockIssues(
    id: Uuid,
    body: InvoiceGroupStockIssues,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'workflow.step_called'>>
  groupStockIssues(id: Uuid, body: InvoiceGroupStockIssues, options?: ChangeOptions): Promise<Invoice>
  /**
   * Credit an invoice. Creates a draft credit note for everything not yet credited, or for some of the lines.
   * Needs sales:write or finance:write.
   * Errors: invalid_transition, stale_version, conflict, quantity_scale.
   */
  credit(
    id: Uuid,
    body: InvoiceCredit,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<Invoice, 'invoice.created' | 'workflow.step_called'>>
  credit(id: Uuid, body: InvoiceCredit, options?: ChangeOptions): Promise<Invoice>
  /**
   * Download an invoice as PDF. As handed to the customer, with a payment code; a draft is marked as one.
   * Needs sales:read or finance:read.
   */
  pdf(id: Uuid, query?: InvoicePdfQuery, options?: CallOptions): FileAnswer
  /**
   * Download an invoice as ISDOC. ISDOC 6.0.2, the Czech standard for electronic invoices. Only for an issued
   * invoice.
   * Needs sales:read or finance:read.
   * Errors: invalid_transition.
   */
  isdoc(id: Uuid, options?: CallOptions): FileAnswer
  /**
   * Get the payment code of an invoice. For the remaining amount, payable to the default account for bank
   * transfers in its currency. 409 conflict without an IBAN, when nothing remains, and for an invoice paid in
   * cash or by card.
   * Needs sales:read or finance:read.
   * Errors: conflict.
   */
  qr(id: Uuid, options?: CallOptions): Promise<PaymentCode>
}

export interface CashDesksResource {
  /**
   * List cash desks.
   * Needs pos:read.
   */
  list(query?: CashDeskListQuery, options?: CallOptions): List<CashDesk>
  /**
   * Get a cash desk.
   * Needs pos:read.
   */
  get(id: Uuid, options?: ReadOptions<CashDesk>): Promise<CashDesk>
  items: {
    /**
     * List what is sold at a cash desk. Active items with `pos_available`, of a category of the desk.
     * `updated_since` asks for changed items.
     * Needs pos:read.
     */
    list(id: Uuid, query?: CashDeskItemListQuery, options?: CallOptions): List<PosItem>
  }
  taps: {
    /**
     * List the kegs on tap at a cash desk. Also those that were. A desk with `taps_of` shows the kegs of that desk.
     * Needs pos:read.
     */
    list(id: Uuid, query?: CashDeskTapListQuery, options?: CallOptions): List<KegTap>
    /**
     * Tap a keg at a cash desk. A repack over two warehouses: one keg leaves the warehouse of the desk, its beer
     * lies in the warehouse of what is on tap, at the same value. A desk with `taps_of` taps at that desk.
     * Needs pos:write, and stock:write.
     * Errors: stale_version, conflict, item_not_in_stock, inventory_locked, excise_reported.
     */
    create(
      id: Uuid,
      body: CashDeskTapCreate,
      options: DryRunOptions<ChangeOptions>,
    ): Promise<DryRun<KegTap, 'stock_issue.created' | 'stock_issue.confirmed' | 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed', LevelEffects>>
    create(id: Uuid, body: CashDeskTapCreate, options?: ChangeOptions): Promise<KegTap>
  }
  kegs: {
    /**
     * List the kegs that could be tapped at a cash desk. Packaged products of five litres or more that lie free in
     * the warehouse of the desk; with `taps_of` in that of the other desk. Tap one with POST /cash-desks/{id}/taps.
     * Needs pos:read.
     */
    list(id: Uuid, query?: CashDeskKegListQuery, options?: CallOptions): List<TappableKeg>
  }
}

export interface CashDeskSessionsResource {
  /**
   * List cash desk sessions.
   * Needs pos:read.
   */
  list(query?: CashDeskSessionListQuery, options?: CallOptions): List<CashDeskSession>
  /**
   * Create a cash desk session. Opens a session at a desk, one at a time. Sales, refunds and cash returns there
   * belong to it until it is closed.
   * Needs pos:write.
   * Errors: shop_required, cash_desk_required, conflict.
   */
  create(body: CashDeskSessionCreate, options: DryRunOptions<WriteOptions>): Promise<DryRun<CashDeskSession, never>>
  create(body: CashDeskSessionCreate, options?: WriteOptions): Promise<CashDeskSession>
  /**
   * Get a cash desk session.
   * Needs pos:read.
   */
  get(id: Uuid, options?: ReadOptions<CashDeskSession>): Promise<CashDeskSession>
  /**
   * List the actions of a cash desk session and what blocks them.
   * Needs pos:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Put cash into the drawer of a cash desk session. Records a paid income on the cash account; with `account_id`
   * a transfer from there.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, invalid_amount.
   */
  cashIn(
    id: Uuid,
    body: CashDeskSessionCashIn,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<CashDeskSessionCashInResult, 'cashflow.created' | 'cashflow.paid'>>
  cashIn(id: Uuid, body: CashDeskSessionCashIn, options?: ChangeOptions): Promise<CashDeskSessionCashInResult>
  /**
   * Take cash out of the drawer of a cash desk session. Records a paid expense on the cash account; with
   * `account_id` a transfer to there.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, invalid_amount, overpay.
   */
  cashOut(
    id: Uuid,
    body: CashDeskSessionCashIn,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<CashDeskSessionCashOutResult, 'cashflow.created' | 'cashflow.paid'>>
  cashOut(id: Uuid, body: CashDeskSessionCashIn, options?: ChangeOptions): Promise<CashDeskSessionCashOutResult>
  /**
   * Explain the float of a cash desk session. Posts the difference between the float that was expected and the
   * one that was there. The cash of the session stays as it is: the money went before it began.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version.
   */
  explainFloat(
    id: Uuid,
    body: CashDeskSessionExplainFloat | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<CashDeskSessionExplainFloatResult, 'cashflow.created' | 'cashflow.paid'>>
  explainFloat(
    id: Uuid,
    body?: CashDeskSessionExplainFloat,
    options?: ChangeOptions,
  ): Promise<CashDeskSessionExplainFloatResult>
  /**
   * Close a cash desk session. Compares the count with what should be there, posts the difference, takes out what
   * is withdrawn, and keeps the Z report.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, invalid_amount, overpay.
   */
  close(
    id: Uuid,
    body: CashDeskSessionClose,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<CashDeskSession, 'cashflow.created' | 'cashflow.paid'>>
  close(id: Uuid, body: CashDeskSessionClose, options?: ChangeOptions): Promise<CashDeskSession>
  /**
   * Get the report of a cash desk session. X while the session is open. The Z report was made when it was closed:
   * it is the same ever after.
   * Needs pos:read.
   */
  report(id: Uuid, options?: CallOptions): Promise<CashDeskReport>
  /**
   * Download the report of a cash desk session as PDF. A slip 80 mm wide with the numbers of the report; X is
   * marked as such.
   * Needs pos:read.
   */
  pdf(id: Uuid, query?: CashDeskSessionPdfQuery, options?: CallOptions): FileAnswer
}

export interface PosSalesResource {
  /**
   * List sales. Without lines. There are no events of sales: read what changed by `updated_since`.
   * Needs pos:read.
   */
  list(query?: PosSaleListQuery, options?: CallOptions): List<PosSaleListItem>
  /**
   * Record a sale over the counter. Records the sale and settles it: stock, packaging and payments are posted
   * with it. A sale that cannot be settled stays recorded and is answered with 409 `settlement_failed`; send an
   * Idempotency-Key, and `retry_settlement` later. Needs `stock:write` as well when stock moves.
   * Needs pos:write, and finance:write.
   * Errors: external_ref_conflict, shop_required, cash_desk_required, currency_not_supported, unit_not_available,
   * unit_mismatch, quantity_scale, no_lines, conflict, item_not_available_at_pos, payment_method_not_supported,
   * invalid_amount, payment_amount_mismatch, packaging_return_exceeds_balance, inventory_locked, no_keg_tapped,
   * item_not_in_stock, settlement_failed.
   */
  create(
    body: PosSaleCreate | undefined,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<PosSale, 'stock_issue.created' | 'stock_issue.confirmed' | 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed' | 'cashflow.created' | 'cashflow.paid', SaleEffects>>
  create(body?: PosSaleCreate, options?: CreateOptions): Promise<PosSale>
  /**
   * Get a sale.
   * Needs pos:read.
   */
  get(id: Uuid, options?: ReadOptions<PosSale>): Promise<PosSale>
  /**
   * Get a sale by its external reference.
   * Needs pos:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<PosSale>): Promise<PosSale>
  /**
   * List the actions of a sale and what blocks them.
   * Needs pos:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Retry the settlement of a sale. Posts the stock, the packaging and the payments of a sale that was only
   * recorded. `stock_date` dates the stock documents where the sold day has no stock or its month is filed; the
   * money keeps the sold day.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, settlement_failed.
   */
  retrySettlement(
    id: Uuid,
    body: PosSaleRetrySettlement | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PosSale, 'stock_issue.created' | 'stock_issue.confirmed' | 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed' | 'cashflow.created' | 'cashflow.paid', SaleEffects>>
  retrySettlement(id: Uuid, body?: PosSaleRetrySettlement, options?: ChangeOptions): Promise<PosSale>
  /**
   * Refund a sale. Gives back some lines or all that is left, at the price that was paid, in the present session.
   * Answers with the refund: a sale of its own with negative amounts.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, external_ref_conflict, unit_mismatch, unit_not_available,
   * quantity_scale, conflict, payment_method_not_supported, invalid_amount, payment_amount_mismatch,
   * sale_kegs_partially_returned, inventory_locked, excise_reported.
   */
  refund(
    id: Uuid,
    body: PosSaleRefund,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PosSale, 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_level.changed' | 'cashflow.created' | 'cashflow.paid', SaleEffects>>
  refund(id: Uuid, body: PosSaleRefund, options?: ChangeOptions): Promise<PosSale>
  /**
   * Cancel a sale. The sale was a mistake: its stock, packaging and payments are taken back together. Closed once
   * its session is, or while a refund of it stands.
   * Needs pos:write, and finance:write.
   * Errors: invalid_transition, stale_version, sale_kegs_partially_returned, receipt_has_allocations,
   * inventory_locked, excise_reported, conflict.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PosSale, 'stock_issue.cancelled' | 'goods_receipt.cancelled' | 'stock_level.changed' | 'cashflow.cancelled', SaleEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<PosSale>
  /**
   * Get the receipt of a sale as lines of text. For a printer of a cash desk. No line is longer than `width`.
   * Needs pos:read.
   */
  receipt(id: Uuid, query?: PosSaleReceiptQuery, options?: CallOptions): Promise<PosReceipt>
  /**
   * Download the receipt of a sale as PDF. One page, 80 mm wide and as high as it needs.
   * Needs pos:read.
   */
  pdf(id: Uuid, query?: PosSalePdfQuery, options?: CallOptions): FileAnswer
}

export interface KegTapsResource {
  /**
   * Get a keg on tap.
   * Needs pos:read.
   */
  get(id: Uuid, options?: ReadOptions<KegTap>): Promise<KegTap>
  /**
   * List the actions of a keg on tap and what blocks them.
   * Needs pos:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Empty a keg on tap. Ends the keg. What is left in it goes as waste.
   * Needs pos:write, and stock:write.
   * Errors: invalid_transition, stale_version, inventory_locked, excise_reported.
   */
  empty(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<KegTap, 'stock_issue.created' | 'stock_issue.confirmed' | 'stock_level.changed', LevelEffects>>
  empty(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<KegTap>
  /**
   * Remove a keg on tap. Takes the keg off the tap. One that nothing was drawn from goes back to its layer, full;
   * the rest of any other stays in it, for sale nowhere until it is tapped again.
   * Needs pos:write, and stock:write.
   * Errors: invalid_transition, stale_version, inventory_locked, excise_reported.
   */
  remove(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<KegTap, 'goods_receipt.cancelled' | 'stock_issue.cancelled' | 'stock_level.changed', LevelEffects>>
  remove(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<KegTap>
  /**
   * Retap a keg on tap. Taps a keg that was taken off again, here or at another desk. No stock moves.
   * Needs pos:write, and stock:write.
   * Errors: invalid_transition, stale_version, conflict.
   */
  retap(id: Uuid, body: KegTapRetap, options: DryRunOptions<ChangeOptions>): Promise<DryRun<KegTap, never>>
  retap(id: Uuid, body: KegTapRetap, options?: ChangeOptions): Promise<KegTap>
}

export interface PackagingBalancesResource {
  /**
   * List the returnable packaging that partners hold. One row per partner and deposit that ever moved, zero
   * included; without a partner for those nobody knows. The sum of GET /packaging-balances/movements.
   * Needs stock:read or sales:read.
   */
  list(query?: PackagingBalanceListQuery, options?: CallOptions): List<PackagingBalance>
  /**
   * List the movements of returnable packaging. Rows are only ever added: what is undone has a reversal. A
   * balance is their sum.
   * Needs stock:read or sales:read.
   */
  movements(query?: PackagingBalanceMovementsQuery, options?: CallOptions): List<PackagingMovement>
  /**
   * Sum up the movements of returnable packaging by deposit. Over all partners and those nobody knows: what the
   * tax on packaging that stays out asks for.
   * Needs stock:read or sales:read.
   */
  summary(query: PackagingBalanceSummaryQuery, options?: CallOptions): List<PackagingSummary>
}

export interface PackagingReturnsResource {
  /**
   * List packaging returns. Without lines.
   * Needs stock:read or sales:read.
   */
  list(query?: PackagingReturnListQuery, options?: CallOptions): List<PackagingReturnListItem>
  /**
   * Create a packaging return. Receives the empties at no price and takes them off the balance; with `refund`
   * their deposit is paid out. Needs finance:write with a refund, and pos:write at a cash desk.
   * Needs stock:write.
   * Errors: external_ref_conflict, no_lines, system_warehouse, conflict, account_required,
   * payment_method_not_supported, invalid_amount, payment_amount_mismatch, packaging_return_exceeds_balance,
   * inventory_locked, excise_reported.
   */
  create(
    body: PackagingReturnCreate | undefined,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<PackagingReturn, 'goods_receipt.created' | 'goods_receipt.confirmed' | 'cashflow.created' | 'cashflow.paid' | 'stock_level.changed', PackagingReturnEffects>>
  create(body?: PackagingReturnCreate, options?: CreateOptions): Promise<PackagingReturn>
  /**
   * Get a packaging return.
   * Needs stock:read or sales:read.
   */
  get(id: Uuid, options?: ReadOptions<PackagingReturn>): Promise<PackagingReturn>
  /**
   * Get a packaging return by its external reference.
   * Needs stock:read or sales:read.
   */
  getByExternalRef(system: string, id: string, options?: ReadOptions<PackagingReturn>): Promise<PackagingReturn>
  /**
   * List the actions of a packaging return and what blocks them.
   * Needs stock:read or sales:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Cancel a packaging return. The empties leave stock again, the pieces are owed again, and what was paid out is
   * taken back. Not open once the session of a refund in cash is closed; refused once the empties were issued.
   * Needs stock:write.
   * Errors: invalid_transition, stale_version, receipt_has_allocations, inventory_locked, excise_reported,
   * insufficient_scope.
   */
  cancel(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<PackagingReturn, 'goods_receipt.cancelled' | 'cashflow.cancelled' | 'stock_level.changed', PackagingReturnEffects>>
  cancel(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<PackagingReturn>
  /**
   * Download a packaging return as PDF. A slip 80 mm wide at a cash desk, else a page with a place to sign.
   * Needs stock:read or sales:read.
   */
  pdf(id: Uuid, query?: PackagingReturnPdfQuery, options?: CallOptions): FileAnswer
}

export interface PackagingAdjustmentsResource {
  /**
   * List packaging adjustments. Without lines.
   * Needs stock:read or sales:read.
   */
  list(query?: PackagingAdjustmentListQuery, options?: CallOptions): List<PackagingAdjustmentListItem>
  /**
   * Create a packaging adjustment. Opening balances, pieces lost or found: no stock moves, and no money. What was
   * wrong is adjusted back.
   * Needs stock:write.
   * Errors: external_ref_conflict, packaging_return_exceeds_balance.
   */
  create(
    body: PackagingAdjustmentCreate,
    options: DryRunOptions<CreateOptions>,
  ): Promise<DryRun<PackagingAdjustment, never>>
  create(body: PackagingAdjustmentCreate, options?: CreateOptions): Promise<PackagingAdjustment>
  /**
   * Get a packaging adjustment.
   * Needs stock:read or sales:read.
   */
  get(id: Uuid, options?: ReadOptions<PackagingAdjustment>): Promise<PackagingAdjustment>
  /**
   * Get a packaging adjustment by its external reference.
   * Needs stock:read or sales:read.
   */
  getByExternalRef(
    system: string,
    id: string,
    options?: ReadOptions<PackagingAdjustment>,
  ): Promise<PackagingAdjustment>
}

export interface AttachmentsResource {
  /**
   * Request an upload address for a file. Returns an address: PUT the bytes there within 15 minutes, with the
   * given headers and without the key, then finalize. The attachment does not exist until then, but its bytes
   * count against the storage of the plan: for an hour if none are sent, for a day if they are not finalized. 25
   * MB at most. A file for a record also needs the write scope of that record.
   * Needs core:write.
   * Errors: unsupported_format, payload_too_large, storage_limit_exceeded, upload_failed,
   * webhooks_not_configured.
   */
  create(body: AttachmentCreate, options: DryRunOptions<WriteOptions>): Promise<DryRun<Upload, never>>
  create(body: AttachmentCreate, options?: WriteOptions): Promise<Upload>
  /**
   * Finalize an upload into an attachment. Checks the real size and the quota. Repeating it with the same values
   * returns the same attachment.
   * Needs core:write.
   * Errors: no_file, unsupported_format, storage_limit_exceeded, upload_failed, conflict, invalid_transition.
   */
  finalize(body: AttachmentFinalize, options: DryRunOptions<WriteOptions>): Promise<DryRun<Attachment, never>>
  finalize(body: AttachmentFinalize, options?: WriteOptions): Promise<Attachment>
  /**
   * List attachments. Those the key may see. A file that belongs to a record also needs the read scope of that
   * record.
   * Needs core:read.
   */
  list(query?: AttachmentListQuery, options?: CallOptions): List<Attachment>
  /**
   * Get an attachment. A file that belongs to a record also needs the read scope of that record.
   * Needs core:read.
   */
  get(id: Uuid, options?: CallOptions): Promise<Attachment>
  /**
   * Download an attachment. Redirects to an address that is valid for 5 minutes, needs no key and supports
   * ranges. A file that belongs to a record also needs the read scope of that record.
   * Needs core:read.
   * Errors: upload_failed.
   */
  content(id: Uuid, options?: CallOptions): FileAnswer
}

export interface InboxResource {
  /**
   * Submit a file to the inbox. An uploaded attachment by its id, or the file itself as multipart/form-data in
   * the part `file`, up to 4 MB. ISDOC and UBL invoices are imported; a PDF or a picture goes to document reading
   * if the account has it; everything else waits for a person. A rejected import still returns success here: the
   * reason is in `note`.
   * Needs core:write.
   * Errors: no_file, unsupported_format, submission_blocked, storage_limit_exceeded, upload_failed.
   */
  create(
    body: InboxCreate | FileUpload,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<InboxSubmission, 'partner.created' | 'partner.updated' | 'received_invoice.created' | 'workflow.step_called' | 'inbox.submission_received'>>
  create(body: InboxCreate | FileUpload, options?: WriteOptions): Promise<InboxSubmission>
  /**
   * List inbox submissions. With `status=waiting`: those that somebody needs to look at.
   * Needs core:read.
   */
  list(query?: InboxListQuery, options?: CallOptions): List<InboxSubmission>
  /**
   * Get an inbox submission.
   * Needs core:read.
   */
  get(id: Uuid, options?: ReadOptions<InboxSubmission>): Promise<InboxSubmission>
  /**
   * List the actions of an inbox submission and what blocks them.
   * Needs core:read.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Sort an inbox submission. Marks the file as dealt with and names the record it belongs to.
   * Needs core:write.
   * Errors: invalid_transition, stale_version.
   */
  sort(
    id: Uuid,
    body: InboxSort | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<InboxSubmission, never>>
  sort(id: Uuid, body?: InboxSort, options?: ChangeOptions): Promise<InboxSubmission>
  /**
   * Reject an inbox submission. Puts the file aside with the reason; it stays attached to the submission.
   * Needs core:write.
   * Errors: invalid_transition, stale_version.
   */
  reject(id: Uuid, body: InboxReject, options: DryRunOptions<ChangeOptions>): Promise<DryRun<InboxSubmission, never>>
  reject(id: Uuid, body: InboxReject, options?: ChangeOptions): Promise<InboxSubmission>
}

export interface WorkflowStepsResource {
  /**
   * List workflow steps. What actions of documents have started; definitions are kept in the settings of the
   * account.
   * Needs workflow:write.
   */
  list(query?: WorkflowStepListQuery, options?: CallOptions): List<WorkflowStep>
  /**
   * Get a workflow step.
   * Needs workflow:write.
   */
  get(id: Uuid, options?: ReadOptions<WorkflowStep>): Promise<WorkflowStep>
  /**
   * List the actions of a workflow step and what blocks them.
   * Needs workflow:write.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Call a workflow step. Calls the external system: the event is the call. The time until the deadline begins.
   * Needs workflow:write.
   * Errors: invalid_transition, stale_version, step_not_external, step_handed_over.
   */
  call(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WorkflowStep, 'workflow.step_called'>>
  call(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WorkflowStep>
  /**
   * Wait for a workflow step. The external system is at work. Sent again it moves the deadline, without an event.
   * Needs workflow:write.
   * Errors: invalid_transition, stale_version, step_not_external, step_handed_over, step_not_waiting.
   */
  wait(
    id: Uuid,
    body: WorkflowStepWait | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WorkflowStep, 'workflow.step_waiting_external'>>
  wait(id: Uuid, body?: WorkflowStepWait, options?: ChangeOptions): Promise<WorkflowStep>
  /**
   * Complete a workflow step. The external system is done. Steps that waited for this one are called.
   * Needs workflow:write.
   * Errors: invalid_transition, stale_version, step_not_external, step_handed_over, step_not_waiting.
   */
  complete(
    id: Uuid,
    body: WorkflowStepComplete | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WorkflowStep, 'workflow.step_completed_external' | 'workflow.step_called'>>
  complete(id: Uuid, body?: WorkflowStepComplete, options?: ChangeOptions): Promise<WorkflowStep>
  /**
   * Hand a workflow step over to a person. Makes it the task of a person of its role, who is told by mail.
   * Needs workflow:write.
   * Errors: invalid_transition, stale_version, step_not_external, step_handed_over.
   */
  handOver(
    id: Uuid,
    body: WorkflowStepHandOver | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WorkflowStep, never>>
  handOver(id: Uuid, body?: WorkflowStepHandOver, options?: ChangeOptions): Promise<WorkflowStep>
}

export interface EventsResource {
  /**
   * Read the event log. Ordered by `sequence`, which has no gaps. Events the key may not read are redacted.
   * Needs events:read.
   * Errors: events_expired.
   */
  list(query?: EventListQuery, options?: CallOptions): List<Event>
  /**
   * Follow the event log. Server-sent events: `id` is the sequence, `data` the event. Starts after
   * `Last-Event-ID`, which browsers send when they reconnect, else after `since_sequence`, else with the next
   * event. Ends when the key loses its access or the service stops: reconnect. `X-Service-Latest-Sequence` is the
   * end of the log when the stream began.
   * Needs events:read.
   * Errors: events_expired.
   */
  stream(query?: EventStreamQuery, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
  /**
   * Get an event.
   * Needs events:read.
   */
  get(id: Uuid, options?: CallOptions): Promise<Event>
}

export interface WebhookEndpointsResource {
  /**
   * List webhook endpoints. Archived ones are left out unless `status` or `include_archived` asks for them.
   * Needs webhooks:manage.
   */
  list(query?: WebhookEndpointListQuery, options?: CallOptions): List<WebhookEndpoint>
  /**
   * Register a webhook endpoint. It receives events from now on. The signing secret is shown only in this
   * response. Events the key may not read at the time of sending are redacted.
   * Needs webhooks:manage.
   * Errors: invalid_url, endpoint_limit, webhooks_not_configured.
   */
  create(
    body: WebhookEndpointCreate,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  create(body: WebhookEndpointCreate, options?: WriteOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Get a webhook endpoint.
   * Needs webhooks:manage.
   */
  get(id: Uuid, options?: ReadOptions<WebhookEndpoint>): Promise<WebhookEndpoint>
  /**
   * Update a webhook endpoint. Waiting deliveries go to the new address; new types apply to future events. A
   * different key that changes the address or types, rotates the secret, enables or replays the endpoint takes it
   * over: its rights then decide what is shown.
   * Needs webhooks:manage.
   * Errors: invalid_url, stale_version.
   */
  update(
    id: Uuid,
    body: WebhookEndpointPatch,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpoint, never>>
  update(id: Uuid, body: WebhookEndpointPatch, options?: ChangeOptions): Promise<WebhookEndpoint>
  /**
   * Send a test ping to a webhook endpoint. Sends a signed event of type `webhook.ping` at once, in any state; it
   * does not count as a delivery.
   * Needs webhooks:manage.
   * Errors: webhooks_not_configured, stale_version.
   */
  test(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookPing, never>>
  test(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookPing>
  /**
   * List the actions of a webhook endpoint and what blocks them.
   * Needs webhooks:manage.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Enable a webhook endpoint. Resumes sending. `resume` decides whether held deliveries are sent or dropped.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version, events_expired, endpoint_limit.
   */
  enable(
    id: Uuid,
    body: WebhookEndpointEnable | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  enable(id: Uuid, body?: WebhookEndpointEnable, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Disable a webhook endpoint. Stops sending. Waiting deliveries are held until the endpoint is enabled.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version.
   */
  disable(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  disable(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Archive a webhook endpoint. Puts the endpoint away: nothing is sent to it, its waiting deliveries are
   * cancelled, it does not count to the limit, and lists leave it out unless asked for it.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version.
   */
  archive(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  archive(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Unarchive a webhook endpoint. Takes the endpoint out again, disabled: `enable` says where it goes on.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version, endpoint_limit.
   */
  unarchive(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  unarchive(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Rotate the secret of a webhook endpoint. Creates a new signing secret, shown only in this response; the old
   * one keeps signing for a while.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version, webhooks_not_configured.
   */
  rotateSecret(
    id: Uuid,
    body: WebhookEndpointRotateSecret | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  rotateSecret(
    id: Uuid,
    body?: WebhookEndpointRotateSecret,
    options?: ChangeOptions,
  ): Promise<WebhookEndpointWithSecret>
  /**
   * Revoke the previous secret of a webhook endpoint. Stops signing with the old secret at once.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version.
   */
  revokePreviousSecret(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  revokePreviousSecret(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * Replay events to a webhook endpoint. Sends every matching event after a sequence again.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version, events_expired.
   */
  replay(
    id: Uuid,
    body: WebhookEndpointReplay,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookEndpointWithSecret, never>>
  replay(id: Uuid, body: WebhookEndpointReplay, options?: ChangeOptions): Promise<WebhookEndpointWithSecret>
  /**
   * List the deliveries of a webhook endpoint.
   * Needs webhooks:manage.
   */
  deliveries(id: Uuid, query?: WebhookEndpointDeliveriesQuery, options?: CallOptions): List<WebhookDelivery>
}

export interface WebhookDeliveriesResource {
  /**
   * Get a webhook delivery.
   * Needs webhooks:manage.
   */
  get(id: Uuid, options?: ReadOptions<WebhookDelivery>): Promise<WebhookDelivery>
  /**
   * List the actions of a webhook delivery and what blocks them.
   * Needs webhooks:manage.
   */
  actions(id: Uuid, options?: CallOptions): List<DocumentAction>
  /**
   * Retry a webhook delivery. Sends the event again now; a failure is retried as for a new delivery.
   * Needs webhooks:manage.
   * Errors: invalid_transition, stale_version, conflict.
   */
  retry(
    id: Uuid,
    body: NoFields | undefined,
    options: DryRunOptions<ChangeOptions>,
  ): Promise<DryRun<WebhookDelivery, never>>
  retry(id: Uuid, body?: NoFields, options?: ChangeOptions): Promise<WebhookDelivery>
}

export interface SearchResource {
  /**
   * Search all kinds of records. At most five of each kind the key may read; what has exactly this id or number
   * comes first.
   */
  list(query: SearchListQuery, options?: CallOptions): Promise<SearchHitList>
}

export interface SandboxResource {
  /**
   * Empty the sandbox. Deletes every record, event and setting of the sandbox, which then starts like a new one;
   * keys, users and webhook endpoints stay. Its clock shows the real time again. Reading events from an earlier
   * sequence then returns 410 events_expired: sync again.
   * Needs core:write.
   */
  reset(body: NoFields | undefined, options: DryRunOptions<WriteOptions>): Promise<DryRun<Sandbox, never>>
  reset(body?: NoFields, options?: WriteOptions): Promise<Sandbox>
  /**
   * Fill the sandbox with demo data. A small brewery: partners, items, prices, stock, batches. A sandbox that
   * already has partners or items is left as it is.
   * Needs core:write.
   * Errors: partner_limit, excise_reported, inventory_locked.
   */
  seed(
    body: NoFields | undefined,
    options: DryRunOptions<WriteOptions>,
  ): Promise<DryRun<Sandbox, 'partner.created' | 'partner.updated' | 'item.created' | 'goods_receipt.created' | 'goods_receipt.confirmed' | 'stock_issue.created' | 'stock_issue.confirmed' | 'stock_issue.cancelled' | 'stock_level.changed' | 'order.created' | 'order.confirmed' | 'order.shipped' | 'order.delivered' | 'order.invoiced' | 'invoice.created' | 'invoice.issued' | 'invoice.paid' | 'received_invoice.created' | 'received_invoice.confirmed' | 'received_invoice.paid' | 'cashflow.created' | 'cashflow.paid' | 'cashflow.cancelled' | 'batch.phase_changed' | 'batch.measurement_added'>>
  seed(body?: NoFields, options?: WriteOptions): Promise<Sandbox>
  /**
   * Move the clock of the sandbox forward. From now on the sandbox lives that much later: today with all that
   * goes by it, the times of records and events, and the deadlines of workflow steps, which are handed over
   * within seconds. The clock goes on from there and never back; a reset sets it to the real time. Keys,
   * idempotency keys, signed addresses and webhook retries follow the real time. At most ten years ahead.
   * Needs core:write.
   */
  advanceClock(body: SandboxAdvanceClock, options: DryRunOptions<WriteOptions>): Promise<DryRun<Sandbox, never>>
  advanceClock(body: SandboxAdvanceClock, options?: WriteOptions): Promise<Sandbox>
}

export interface OpenapiResource {
  /**
   * Get this API as an OpenAPI 3.1 document. Needs no key.
   * Errors: rate_limited.
   */
  get(options?: CallOptions): Promise<Record<string, unknown>>
}
