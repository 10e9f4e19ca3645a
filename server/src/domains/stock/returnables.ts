/** What stock asks of whoever counts returnable packaging: it goes out with goods and comes back empty. */
import { type Sql, sql } from '../../db/sql.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { theHouse } from '../../kernel/domain.ts'
import { defineSlot } from '../../kernel/slots.ts'
import type { StockDocument, StockLineRow } from './documents/store.ts'

export interface Returnables {
  /** An expression over the lines of an issue: the packaging they go out in, or null. Read beside what a confirmation asks. */
  packagingOf(issue: StockDocument, bookId: string): Sql
  /** Whether a document moved packaging, as an expression. */
  isMovedBy(document: StockDocument, bookId: string): Sql
  /** An issue to a partner is posted; `packaging` is what was read, never null. */
  dispatched(ctx: WriteContext, issue: StockDocument, packaging: unknown): Promise<void>
  /** Empties of a partner are received. Refuses more than the partner holds. */
  returned(ctx: WriteContext, receipt: StockDocument, lines: readonly StockLineRow[]): Promise<void>
  /** What the document moved goes back, unless it came back already. */
  takenBack(ctx: WriteContext, document: StockDocument): Promise<void>
}

export const returnables = defineSlot<Returnables>('returnables')

const filled = (): Returnables | undefined => theHouse().fillingOf(returnables)

/** Sales over the counter and packaging returns count their packaging themselves. */
const isOurs = ({ partner_id, pos_sale_id, packaging_return_id }: StockDocument): boolean =>
  partner_id !== null && pos_sale_id === null && packaging_return_id === null

const isDispatch = (document: StockDocument): boolean =>
  isOurs(document) && ['sale', 'packaging_dispatch'].includes(document.movement_purpose)

const isReturn = (document: StockDocument): boolean =>
  isOurs(document) && document.movement_purpose === 'packaging_return'

export interface DispatchedPackaging {
  packaging: unknown
}

const none = sql`null`

export const packagingColumn = (issue: StockDocument, bookId: string): Sql =>
  sql`${isDispatch(issue) ? (filled()?.packagingOf(issue, bookId) ?? none) : none} as packaging`

export async function noteDispatch(ctx: WriteContext, issue: StockDocument, packaging: unknown): Promise<void> {
  if (packaging !== null) await filled()?.dispatched(ctx, issue, packaging)
}

/** Only packaging is asked about: everything else costs nothing here. */
export async function noteReturn(ctx: WriteContext, receipt: StockDocument, lines: StockLineRow[]): Promise<void> {
  const empties = isReturn(receipt) ? lines.filter(({ item_type }) => item_type === 'packaging') : []
  if (empties.length > 0) await filled()?.returned(ctx, receipt, empties)
}

export interface MovedPackaging {
  has_packaging: boolean
}

export const hasPackagingColumn = (document: StockDocument, bookId: string): Sql => {
  const isAsked = isDispatch(document) || isReturn(document)
  return sql`${isAsked ? (filled()?.isMovedBy(document, bookId) ?? sql`false`) : sql`false`} as has_packaging`
}

export async function takeBackPackaging(ctx: WriteContext, document: StockDocument): Promise<void> {
  await filled()?.takenBack(ctx, document)
}
