/** The terms of a confirmed order are sealed; edits it still allows seal it anew, a draft has no seal. */

import type { WriteContext } from '../../../kernel/context.ts'
import { breakSeal, saveSeal, sealOf } from '../../../kernel/seal.ts'
import { findPartner } from '../../core/index.ts'
import { orderContent } from '../seals.ts'
import { copyItems, listOrderLines, type Order, type OrderLineRow } from './store.ts'

export async function sealOrder(ctx: WriteContext, order: Order, known?: OrderLineRow[]): Promise<void> {
  if (order.status === 'draft') return
  const bookId = ctx.account.book.id
  const lines = known ?? (await listOrderLines(ctx.tx, bookId, order.id))
  saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(orderContent, order, { lines }))
}

/** A draft again: it shows its partner and its items as they are now. */
export async function unsealOrder(ctx: WriteContext, order: Order): Promise<Pick<Order, 'partner_name'>> {
  const bookId = ctx.account.book.id
  breakSeal(ctx.tx, bookId, order.id)
  await copyItems(ctx.tx, { bookId, now: ctx.now }, order.id)
  const partner = await findPartner(ctx.tx, bookId, order.partner_id)
  return { partner_name: partner!.name }
}
