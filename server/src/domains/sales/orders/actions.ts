/** Use cases of orders that are there: change, and what may still change. */

import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { changedFields, keep } from '../../../lib/merge.ts'
import { findPartner, keepLabels, labelErrors, type Partner } from '../../core/index.ts'
import { emitLevels } from '../../stock/index.ts'
import { orders } from './document.ts'
import { moveReservations } from './holding.ts'
import { currencyFor } from './pricing.ts'
import { contactFaults, placeOf, readPlaces, warehouseOf } from './references.ts'
import { repriceLines } from './repricing.ts'
import type { OrderPatch } from './schema.ts'
import { sealOrder } from './sealing.ts'
import type { Order } from './store.ts'

/** The goods of an order may change in a draft, and when it is confirmed until something was made of it. */
export function requireEditable(order: Order): void {
  if (order.status === 'cancelled') throw orders.notNow(order)
  const hasIssue = order.has_draft_issue || order.has_confirmed_issue
  const isOpen = order.status === 'draft' || (order.status === 'confirmed' && !hasIssue && order.invoice_id === null)
  if (isOpen) return
  if (hasIssue) throw problem('conflict', { detail: 'A stock issue was made of the order.' })
  if (order.invoice_id !== null) throw problem('conflict', because('order_invoiced'))
  throw problem('conflict', { detail: `The order is ${order.status.replaceAll('_', ' ')}.` })
}

/** What may be noted at any time, since no goods and no money depend on it. */
const remarks = ['notes', 'internal_notes', 'category_id', 'event_id', 'activity_id']

export async function changeOrder(ctx: WriteContext, before: Order, body: OrderPatch): Promise<Order> {
  if (before.status === 'cancelled') throw orders.notNow(before)
  if (Object.keys(body).some(name => !remarks.includes(name))) requireEditable(before)
  const after = await applyPatch(ctx, before, body)
  if (changedFields(before, after).length === 0) return before
  const isMoved = after.partner_id !== before.partner_id
  const saved = await orders.touch(ctx, before, isMoved ? await repriceLines(ctx, after) : after)
  await sealOrder(ctx, saved)
  if (saved.status === 'confirmed') emitLevels(ctx, await moveReservations(ctx, before, saved))
  return saved
}

async function applyPatch(ctx: WriteContext, before: Order, body: OrderPatch): Promise<Order> {
  const rows: ProblemRow[] = []
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (isNewPartner && !partner?.is_active) rows.push(invalidReference('partner_id'))
  const contactId = keep(body.contact_id, before.contact_id)
  if (isNewPartner || contactId !== before.contact_id) rows.push(...(await contactFaults(ctx, partnerId, contactId)))
  rows.push(...(await labelErrors(ctx, body, before)))
  const isNewPlace = body.warehouse_id !== undefined && body.warehouse_id !== before.warehouse_id
  const named = isNewPlace && body.warehouse_id ? await warehouseOf(ctx, body.warehouse_id) : undefined
  rows.push(...(named?.rows ?? []))
  if (rows.length > 0) throw validationFailed(rows)
  if (partner) await refuseOtherCurrency(ctx, before, partner)
  const { delivery = {} } = body
  return {
    ...before,
    ...(isNewPlace && placeOf(await readPlaces(ctx, named !== undefined), named?.warehouse)),
    partner_id: partnerId,
    partner_name: partner?.name ?? before.partner_name,
    contact_id: contactId,
    delivery_date: keep(body.delivery_date, before.delivery_date),
    ...keepLabels(body, before),
    delivery_type: keep(delivery.type, before.delivery_type),
    delivery_street: keep(delivery.street, before.delivery_street),
    delivery_city: keep(delivery.city, before.delivery_city),
    delivery_zip: keep(delivery.zip, before.delivery_zip),
    delivery_country: keep(delivery.country, before.delivery_country),
    payment_method: keep(body.payment_method, before.payment_method),
    notes: keep(body.notes, before.notes),
    internal_notes: keep(body.internal_notes, before.internal_notes),
  }
}

/** Prices already on the order are amounts of its currency. */
async function refuseOtherCurrency(ctx: WriteContext, order: Order, partner: Partner): Promise<void> {
  const currency = await currencyFor(ctx, partner.id)
  if (currency === order.currency) return
  const detail = `The order is in ${order.currency}; the price list of ${partner.name} is in ${currency}.`
  throw problem('conflict', { detail })
}
