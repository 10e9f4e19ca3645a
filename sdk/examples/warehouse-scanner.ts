/** A hand scanner: goods come in and orders go out by barcode, also where the network does not reach. */
import { type Cellarbook, ConnectionError, type Item, isProblem, type StockLevel } from '@cellarbook/sdk'

/** What was scanned but not sent yet; yours survives a restart of the device. */
export interface Receipt {
  /** Made when the scan ends, before anything is sent: however often it is sent, it is one receipt. */
  key: string
  warehouseId: string
  lines: { barcode: string; pieces: number; lot?: string }[]
}

export async function findItem(cellarbook: Cellarbook, barcode: string): Promise<Item> {
  const { data } = await cellarbook.items.list({ barcode, limit: 1 }).page()
  if (!data[0]) throw new Error(`nothing has the barcode ${barcode}`)
  return data[0]
}

/** Sends what waits, oldest first, and keeps the rest when the network is gone. */
export async function sendReceipts(cellarbook: Cellarbook, waiting: Receipt[]): Promise<void> {
  for (const receipt of [...waiting]) {
    try {
      await sendReceipt(cellarbook, receipt)
    } catch (error) {
      if (error instanceof ConnectionError) return
      throw error
    }
    waiting.splice(waiting.indexOf(receipt), 1)
  }
}

async function sendReceipt(cellarbook: Cellarbook, { key, warehouseId, lines }: Receipt): Promise<void> {
  const received = await Promise.all(
    lines.map(async ({ barcode, pieces, lot }) => {
      const { id, unit } = await findItem(cellarbook, barcode)
      return { item_id: id, quantity: String(pieces), unit: { unit_id: unit.id }, lot_number: lot ?? null }
    }),
  )
  const external_ref = { system: 'scanner', id: key }
  const body = { warehouse_id: warehouseId, external_ref, lines: received }
  const { id, status } = await cellarbook.goodsReceipts.create(body, { onConflict: 'return' })
  if (status === 'draft') await cellarbook.goodsReceipts.confirm(id, {}, { idempotencyKey: `confirm-${key}` })
}

export interface Picking {
  issueId: string
  /** What to fetch, and from which lot: the oldest first, as the books will count it. */
  picks: { lineId: string; name: string; quantity: string; lotId: string }[]
  /** The stock that would be left. */
  left: StockLevel[]
}

/** A dry run of the confirmation tells where to go; nothing is posted yet. */
export async function startPicking(cellarbook: Cellarbook, orderId: string): Promise<Picking> {
  const { created } = await cellarbook.orders.createStockIssue(orderId, {}, { idempotencyKey: `pick-${orderId}` })
  const dry = await cellarbook.stockIssues.confirm(created.id, {}, { dryRun: true })
  const names = new Map(dry.lines.map(({ id, item }) => [id, item.name]))
  const picks = (dry.effects?.allocations ?? []).map(({ line_id, lot_id, quantity }) => ({
    lineId: line_id,
    name: names.get(line_id) ?? '',
    quantity,
    lotId: lot_id,
  }))
  return { issueId: created.id, picks, left: dry.effects?.levels ?? [] }
}

/** Somebody else's goods are not taken: the caller is told how much is free. */
export async function finishPicking(cellarbook: Cellarbook, { issueId }: Picking): Promise<string[]> {
  try {
    await cellarbook.stockIssues.confirm(issueId, {}, { idempotencyKey: `done-${issueId}` })
    return []
  } catch (error) {
    if (!isProblem(error, 'reserved_by_other', 'conflict')) throw error
    return [error.message]
  }
}
