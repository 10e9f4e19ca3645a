/** Stock: shops, warehouses, documents that move goods, layers, levels, reservations. */
import { defineDomain } from '../../kernel/domain.ts'
import { countEndpoints } from './counts/endpoints.ts'
import { countWorkflow } from './counts/workflow.ts'
import { goodsReceipts, stockIssues } from './documents/document.ts'
import { stockDocumentEndpoints } from './documents/endpoints.ts'
import { stockDocumentWorkflow } from './documents/workflow.ts'
import { stockFollower } from './followers.ts'
import { stockInvariants } from './invariants.ts'
import { stockLevelsList } from './levels/endpoints.ts'
import { stockLotsList } from './lots/endpoints.ts'
import { startStock } from './new-book.ts'
import { repackEndpoints } from './repacks/endpoints.ts'
import { repackWorkflow } from './repacks/workflow.ts'
import { stockReservationsList } from './reservations/endpoints.ts'
import { stockSeals } from './seals.ts'
import { stockSearches } from './search.ts'
import { shops, warehouses } from './settings.ts'
import { shopGet, shopsList } from './shops/endpoints.ts'
import { stockLotTrace } from './traces/endpoints.ts'
import { stockUses } from './uses.ts'
import { warehouseGet, warehousesList } from './warehouses/endpoints.ts'

export const stock = defineDomain({
  name: 'stock',
  after: ['core', 'finance'],
  records: [
    {
      object: 'goods_receipt',
      path: '/goods-receipts',
      table: 'stock_documents',
      carriesFiles: true,
      condition: "r.movement_type = 'receipt'",
      family: 'stock_document',
      series: [{ kind: 'goods_receipt', prefix: 'PR', place: 3 }],
    },
    {
      object: 'stock_issue',
      path: '/stock-issues',
      table: 'stock_documents',
      carriesFiles: true,
      condition: "r.movement_type = 'issue'",
      family: 'stock_document',
      series: [{ kind: 'stock_issue', prefix: 'VY', place: 4 }],
    },
    {
      object: 'inventory_count',
      path: '/inventory-counts',
      table: 'inventory_counts',
      series: [{ kind: 'inventory_count', prefix: 'INV', place: 5 }],
    },
    {
      object: 'repack',
      path: '/repacks',
      table: 'repacks',
      family: 'repack',
      series: [{ kind: 'repack', prefix: 'PB', place: 6 }],
    },
  ],
  tables: {
    shops: 'record',
    warehouses: 'record',
    stock_documents: 'record',
    stock_lines: 'part',
    stock_lots: 'record',
    stock_allocations: 'part',
    stock_levels: 'record',
    stock_days: 'part',
    stock_months: 'part',
    stock_reservations: 'record',
    repacks: 'record',
    inventory_counts: 'record',
    inventory_count_lines: 'part',
    filed_excise_periods: 'part',
  },
  searches: stockSearches,
  endpoints: [
    shopsList,
    shopGet,
    warehousesList,
    warehouseGet,
    ...stockDocumentEndpoints,
    stockLevelsList,
    stockLotsList,
    stockLotTrace,
    stockReservationsList,
    ...repackEndpoints,
    ...countEndpoints,
  ],
  workflows: [stockDocumentWorkflow, repackWorkflow, countWorkflow],
  documents: [goodsReceipts, stockIssues],
  invariants: [...stockInvariants, ...stockSeals],
  uses: stockUses,
  newBook: startStock,
  follower: stockFollower,
  settings: [shops, warehouses],
})

export { addDocument, insertDocument, newDocument, newLine } from './documents/actions.ts'
export { changeDocument } from './documents/changes.ts'
export { cancelDraft, goodsReceipts, stockIssues } from './documents/document.ts'
export { cancelPart, confirmIssuePart, confirmReceiptPart, type MovedPart } from './documents/parts.ts'
export { refuseLots } from './documents/references.ts'
export { ItemRef, type MovementPurpose, type MovementType, NamedRef, type StockStatus } from './documents/schema.ts'
export { listDraftsOfOrder, listStockLines, type StockDocument, type StockLineRow } from './documents/store.ts'
export { issueActions, receiptActions } from './documents/transitions.ts'
export { postedQuantity } from './documents/view.ts'
export { emitLevels } from './levels/actions.ts'
export {
  allocationViews,
  changedLevels,
  type LevelEffects,
  levelEffects,
  type PostingEffects,
  postingEffects,
} from './levels/effects.ts'
export { type LevelRow, levelsOf } from './levels/store.ts'
export { locksOn, refuseLocks, requireUnlocked } from './locks/actions.ts'
export { type ExcisePeriodRow, excisePeriodTable, listExcisePeriods } from './locks/store.ts'
export { type DeliveryAddress, type DeliveryParties, findDeliveryParties } from './parties/store.ts'
export type { IssuePlan } from './posting/issues.ts'
export { type Allocation, unitPriceOf } from './posting/rules.ts'
export { type Production, type ProductionPlan, production } from './production.ts'
export { type RepackedKeg, repackKeg, takeBackKeg } from './repacks/kegs.ts'
export { changeWanted, release, releaseLine, releaseRest, reserve, type Settled } from './reservations/actions.ts'
export { findPlace, type NewReservation, updateDelivery } from './reservations/store.ts'
export { type Returnables, returnables } from './returnables.ts'
export { type Claim, type OrderedLine, shareOut } from './sales/rules.ts'
export { shops, warehouses } from './settings.ts'
export { findShop, listAllShops } from './shops/store.ts'
export {
  type BatchOfTrace,
  type Link,
  type ProductionTrace,
  productionTrace,
  type TakenFrom,
} from './traces/production.ts'
export { TraceStep } from './traces/schema.ts'
export { allocationsOf, layersOf } from './traces/store.ts'
export { partnersOf, traceText, writeSteps } from './traces/view.ts'
export { type Step, traceBack, traceOn, traceReferring } from './traces/walk.ts'
export { busyWarehouse } from './uses.ts'
export {
  findDefaultWarehouse,
  findWarehouse,
  getSystemWarehouse,
  listAllWarehouses,
  type WarehouseRow,
} from './warehouses/store.ts'
