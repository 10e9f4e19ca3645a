/**
 * The parts of a run, in the order they run in: those that write come last, so that the pages are counted on. Stock
 * comes after all others, because its books are filled when its first part begins.
 */

import { breweryMeasurements } from './brewery-measurements.js'
import { breweryTrace } from './brewery-trace.js'
import { create } from './create.js'
import { detail } from './detail.js'
import { exciseMonth } from './excise-month.js'
import { filesImport } from './files-import.js'
import { filesTransfer } from './files-transfer.js'
import { itemDetail } from './item-detail.js'
import { itemList } from './item-list.js'
import { itemPrice } from './item-price.js'
import { itemSearch } from './item-search.js'
import { list } from './list.js'
import { orderCreate } from './order-create.js'
import { orderList } from './order-list.js'
import { paging } from './paging.js'
import { posItems } from './pos-items.js'
import { posSale } from './pos-sale.js'
import { replay } from './replay.js'
import { salesFlow } from './sales-flow.js'
import { salesPaper } from './sales-paper.js'
import { search } from './search.js'
import { stockConfirm } from './stock-confirm.js'
import { stockHistory } from './stock-history.js'
import { stockHot } from './stock-hot.js'
import { stockLevels } from './stock-levels.js'
import { stockLong } from './stock-long.js'
import { webhooksClaim } from './webhooks-claim.js'
import { webhooksLatency } from './webhooks-latency.js'
import { webhooksThroughput } from './webhooks-throughput.js'
import { workflowDeadlines } from './workflow-deadlines.js'

/**
 * @typedef {object} Measure
 * @property {string} title
 * @property {string} unit
 * @property {number} value Ours.
 * @property {{ name: string, value: number }} [beside] What ours is compared with.
 * @property {{ value: number }} [limit] What the bare limit gives.
 * @property {{ least?: number, most?: number }} [target] Bounds of value / beside.
 * @property {string} [note]
 */

/** @type {Record<string, (bench: object) => Promise<Measure[]>>} */
export const parts = {
  detail,
  list,
  paging,
  search,
  'item-detail': itemDetail,
  'item-list': itemList,
  'item-price': itemPrice,
  'item-search': itemSearch,
  'pos-items': posItems,
  create,
  replay,
  'stock-levels': stockLevels,
  'stock-history': stockHistory,
  'stock-long': stockLong,
  'stock-confirm': stockConfirm,
  'stock-hot': stockHot,
  'sales-order-list': orderList,
  'sales-order-create': orderCreate,
  'sales-flow': salesFlow,
  'sales-paper': salesPaper,
  'pos-sale': posSale,
  'brewery-trace': breweryTrace,
  'excise-month': exciseMonth,
  'brewery-measurements': breweryMeasurements,
  'files-import': filesImport,
  'files-transfer': filesTransfer,
  'webhooks-latency': webhooksLatency,
  'webhooks-throughput': webhooksThroughput,
  'webhooks-claim': webhooksClaim,
  'workflow-deadlines': workflowDeadlines,
}

export const ratioOf = ({ value, beside }) => (beside ? value / beside.value : undefined)

/** Undefined when the measure has no target. */
export function isMet(measure) {
  if (!measure.target) return undefined
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = measure.target
  const ratio = ratioOf(measure)
  return ratio >= least && ratio <= most
}
