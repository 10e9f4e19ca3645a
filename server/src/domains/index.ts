/** Every endpoint and workflow of the service, by hand: what is not listed here does not exist. */
import type { Workflow } from '../contract/workflow.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { getCategories } from './core/categories/endpoints.ts'
import { contactCreate, contactGet, contactPatch, contactsList, contactsOfPartner } from './core/contacts/endpoints.ts'
import { getCountries } from './core/countries/endpoints.ts'
import { getDeposits } from './core/deposits/endpoints.ts'
import { getHealth } from './core/health/endpoints.ts'
import { itemByReference, itemCreate, itemGet, itemPatch, itemsList } from './core/items/endpoints.ts'
import { getMe } from './core/me/endpoints.ts'
import { getNumberSeries } from './core/number-series/endpoints.ts'
import { partnerByReference, partnerCreate, partnerGet, partnerPatch, partnersList } from './core/partners/endpoints.ts'
import { getPriceLists } from './core/price-lists/endpoints.ts'
import { itemPrice } from './core/prices/endpoints.ts'
import { listUnits } from './core/units/endpoints.ts'
import { getVatRates } from './core/vat-rates/endpoints.ts'
import { eventGet, eventsList } from './events/endpoints.ts'
import { eventsStream } from './events/stream.ts'
import { attachmentEndpoints } from './files/attachments/endpoints.ts'
import { isdocImport } from './files/imports/endpoints.ts'
import { inboxEndpoints } from './files/inbox/endpoints.ts'
import { submissionWorkflow } from './files/inbox/schema.ts'
import { getFinanceAccounts } from './finance/accounts/endpoints.ts'
import { cashflowEndpoints } from './finance/cashflows/endpoints.ts'
import { cashflowWorkflow } from './finance/cashflows/workflow.ts'
import { receivedInvoiceEndpoints } from './finance/received-invoices/endpoints.ts'
import { receivedWorkflow } from './finance/received-invoices/schema.ts'
import { invoiceEndpoints } from './sales/invoices/endpoints.ts'
import { invoiceWorkflow } from './sales/invoices/workflow.ts'
import { orderEndpoints } from './sales/orders/endpoints.ts'
import { orderWorkflow } from './sales/orders/workflow.ts'
import { paperEndpoints } from './sales/papers/endpoints.ts'
import { sandboxReset, sandboxSeed } from './sandbox/endpoints.ts'
import { countEndpoints } from './stock/counts/endpoints.ts'
import { countWorkflow } from './stock/counts/workflow.ts'
import { stockDocumentEndpoints } from './stock/documents/endpoints.ts'
import { stockDocument } from './stock/documents/workflow.ts'
import { stockLevelsList } from './stock/levels/endpoints.ts'
import { stockLotsList, stockLotTrace } from './stock/lots/endpoints.ts'
import { repackEndpoints } from './stock/repacks/endpoints.ts'
import { repackWorkflow } from './stock/repacks/workflow.ts'
import { stockReservationsList } from './stock/reservations/endpoints.ts'
import { shopGet, shopsList } from './stock/shops/endpoints.ts'
import { warehouseGet, warehousesList } from './stock/warehouses/endpoints.ts'
import { webhookDeliveryEndpoints } from './webhooks/deliveries/endpoints.ts'
import { deliveryWorkflow } from './webhooks/deliveries/schema.ts'
import { webhookEndpointEndpoints } from './webhooks/endpoints/endpoints.ts'
import { endpointWorkflow } from './webhooks/endpoints/schema.ts'

export const endpoints: readonly Endpoint[] = [
  getHealth,
  getMe,
  listUnits,
  getCountries,
  getPriceLists,
  getVatRates,
  getCategories,
  getDeposits,
  getNumberSeries,
  getFinanceAccounts,
  shopsList,
  shopGet,
  warehousesList,
  warehouseGet,
  partnersList,
  partnerCreate,
  partnerGet,
  partnerPatch,
  partnerByReference,
  contactsOfPartner,
  contactCreate,
  contactGet,
  contactPatch,
  contactsList,
  itemsList,
  itemCreate,
  itemGet,
  itemPatch,
  itemByReference,
  itemPrice,
  ...stockDocumentEndpoints,
  stockLevelsList,
  stockLotsList,
  stockLotTrace,
  stockReservationsList,
  ...repackEndpoints,
  ...countEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...receivedInvoiceEndpoints,
  isdocImport,
  ...cashflowEndpoints,
  ...paperEndpoints,
  ...attachmentEndpoints,
  ...inboxEndpoints,
  eventsList,
  eventsStream,
  eventGet,
  ...webhookEndpointEndpoints,
  ...webhookDeliveryEndpoints,
  sandboxReset,
  sandboxSeed,
]

export const workflows: readonly Workflow[] = [
  stockDocument,
  repackWorkflow,
  countWorkflow,
  orderWorkflow,
  invoiceWorkflow,
  receivedWorkflow,
  cashflowWorkflow,
  submissionWorkflow,
  endpointWorkflow,
  deliveryWorkflow,
]
