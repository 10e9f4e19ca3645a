/** The cost sheet of a batch: what went in, what came out, and what is left in process. */
import type { RecordContext } from '../../../kernel/context.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal, money, moneyText, plain, round, sum } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { unitOf } from '../../core/index.ts'
import type { EntryKind } from '../batches/schema.ts'
import { type Batch, type BatchEntry, listStandingEntries } from '../batches/store.ts'
import {
  type Consumed,
  listConsumed,
  listPackaged,
  listProduced,
  type Packaged,
  type ProducedRow,
} from './cost-store.ts'
import type { BatchCost } from './schema.ts'

export async function costOf({ db, account }: Pick<RecordContext, 'db' | 'account'>, batch: Batch): Promise<BatchCost> {
  const bookId = account.book.id
  const entries = await listStandingEntries(db, bookId, batch.id)
  const consumed = await listConsumed(db, bookId, batch.id)
  const produced = await listProduced(db, bookId, batch)
  const packaged = await listPackaged(db, bookId, batch.id)
  const totals = totalsOf(entries, produced)
  const volume = volumeOf(entries)
  return {
    object: 'batch_cost',
    batch_id: batch.id,
    currency: homeCurrency,
    materials: [...groupBy(consumed, ({ item_id }) => item_id).values()].map(materialView),
    transfers: entries.flatMap(transferView),
    receipts: produced.filter(({ is_beer }) => is_beer).map(row => receiptView(row, entries)),
    by_products: produced.filter(({ is_beer }) => !is_beer).map(byProductView),
    packaging: packaged.map(packagingView),
    written_off: totals.written_off,
    in_process: {
      volume_l: volume && plain(volume),
      value: totals.in_process,
      unit_cost: volume?.gt(0) ? unitCost(decimal(totals.in_process), volume) : null,
    },
    totals,
    yield: yieldOf(batch, entries, packaged),
    livemode: account.book.isLive,
  }
}

const transfersIn: readonly EntryKind[] = ['split_in', 'blend_in']
const transfersOut: readonly EntryKind[] = ['split_out', 'blend_out']

const ofKinds = (entries: readonly BatchEntry[], kinds: readonly EntryKind[]) =>
  entries.filter(({ kind }) => kinds.includes(kind))

const worthOf = (entries: readonly BatchEntry[]): Decimal => sum(entries.map(({ value }) => decimal(value)))
const litresOf = (entries: readonly BatchEntry[]): Decimal => sum(entries.map(({ volume_l }) => decimal(volume_l)))

const unitCost = (value: Decimal, quantity: Decimal): string => plain(round(value.div(quantity), 6))

/** Null until the volume was stated. */
const volumeOf = (entries: readonly BatchEntry[]): Decimal | null =>
  entries.some(({ volume_l }) => volume_l !== '0') ? litresOf(entries) : null

function totalsOf(entries: readonly BatchEntry[], produced: readonly ProducedRow[]): BatchCost['totals'] {
  const into = (kinds: readonly EntryKind[]) => money(worthOf(ofKinds(entries, kinds)))
  const outOf = (kinds: readonly EntryKind[]) => money(worthOf(ofKinds(entries, kinds)).times(-1))
  const additional = new Map(produced.map(row => [row.document_id, decimal(row.additional_cost)]))
  return {
    materials: into(['material']),
    transferred_in: into(transfersIn),
    transferred_out: outOf(transfersOut),
    additional_cost: money(sum([...additional.values()])),
    received: outOf(['received']),
    by_products: outOf(['by_product']),
    written_off: outOf(['loss', 'write_off']),
    in_process: money(worthOf(entries)),
  }
}

const refOf = (row: Pick<Consumed, 'item_id' | 'item_code' | 'item_name'>) => ({
  id: row.item_id,
  code: row.item_code,
  name: row.item_name,
})

function materialView(lots: Consumed[]): BatchCost['materials'][number] {
  const first = lots[0]!
  const quantity = sum(lots.map(lot => decimal(lot.quantity)))
  const value = sum(lots.map(lot => decimal(lot.value)))
  return {
    item: refOf(first),
    quantity: plain(quantity),
    unit: unitOf(first),
    value: money(value),
    unit_cost: unitCost(value, quantity),
    lots: lots.map(lot => ({
      lot_id: lot.lot_id,
      lot_number: lot.lot_number,
      quantity: lot.quantity,
      value: moneyText(lot.value),
      stock_issue_id: lot.document_id,
    })),
  }
}

function transferView({ kind, value, volume_l, other_batch_id, other_batch_number }: BatchEntry) {
  const isIn = transfersIn.includes(kind)
  if (!isIn && !transfersOut.includes(kind)) return []
  const transfer: BatchCost['transfers'][number] = {
    batch: { id: other_batch_id!, number: other_batch_number! },
    direction: isIn ? 'in' : 'out',
    volume_l: plain(decimal(volume_l).abs()),
    value: money(decimal(value).abs()),
  }
  return [transfer]
}

function receiptView(row: ProducedRow, entries: readonly BatchEntry[]): BatchCost['receipts'][number] {
  const own = ofKinds(entries, ['received']).filter(({ document_id }) => document_id === row.document_id)
  const value = worthOf(own).times(-1)
  const litres = litresOf(own).times(-1)
  return {
    goods_receipt_id: row.document_id,
    quantity: row.quantity,
    unit: unitOf(row),
    value: money(value),
    unit_cost: litres.gt(0) ? unitCost(value, litres) : '0',
  }
}

const byProductView = (row: ProducedRow): BatchCost['by_products'][number] => ({
  goods_receipt_id: row.document_id,
  item: refOf(row),
  quantity: row.quantity,
  unit: unitOf(row),
  value: moneyText(row.own_value),
  unit_cost: unitCost(decimal(row.own_value), decimal(row.quantity)),
})

const packagingView = (run: Packaged): BatchCost['packaging'][number] => ({
  packaging_run_id: run.id,
  number: run.number,
  released_quantity: run.released_quantity,
  filled_quantity: run.filled_quantity,
  loss_quantity: plain(decimal(run.released_quantity).minus(run.filled_quantity)),
  liquid_value: moneyText(run.liquid_value),
  material_value: moneyText(run.material_value),
  value: money(decimal(run.liquid_value).plus(run.material_value).plus(run.additional_cost)),
})

/** Litres that were stated by a transfer came in once: what was brewed here is what a phase stated. */
function yieldOf(batch: Batch, entries: readonly BatchEntry[], runs: readonly Packaged[]): BatchCost['yield'] {
  const litres = (kinds: readonly EntryKind[]) => litresOf(ofKinds(entries, kinds))
  const into = litres(transfersIn)
  const out = litres(transfersOut).times(-1)
  const held = litres(['phase', 'move']).plus(into).minus(out)
  const packaged = sum(runs.map(run => decimal(run.filled_quantity).times(run.litres_per_unit)))
  const released = sum(runs.map(run => decimal(run.released_quantity).times(run.litres_per_unit)))
  const isPackaged = packaged.gt(0) && held.gt(0)
  return {
    planned_volume_l: batch.planned_volume_l,
    brewed_l: batch.brewed_l,
    transferred_in_l: plain(into),
    transferred_out_l: plain(out),
    received_l: plain(litres(['received']).times(-1)),
    packaged_l: plain(packaged),
    cellar_loss_l: plain(litres(['loss', 'gain']).times(-1)),
    packaging_loss_l: plain(released.minus(packaged)),
    yield_pct: isPackaged ? plain(round(packaged.times(100).div(held), 2)) : null,
  }
}
