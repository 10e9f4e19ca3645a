/** An e-shop: pulls the catalogue, pushes orders, keeps its stock current, fetches invoices, records payments. */
import {
  type Cellarbook,
  type Event,
  follow,
  type Order,
  type PingEvent,
  type StockLevel,
  sync,
  verifyWebhook,
  WebhookError,
} from '@cellarbook/sdk'

/** What the shop keeps; yours is in its database. */
export interface Shop {
  products: Map<string, { name: string; price: string | null }>
  /** Free pieces by item. */
  stock: Map<string, string>
  /** All events up to here are in `stock`. */
  cursor: number | undefined
}

export async function pullCatalogue(cellarbook: Cellarbook, shop: Shop): Promise<void> {
  for await (const { id, name, sale_price } of cellarbook.items.list({ web_available: true, is_active: true })) {
    shop.products.set(id, { name, price: sale_price })
  }
}

/** At the start, and whenever webhooks may have been missed: lists once, later reads only what happened since. */
export async function pullStock(cellarbook: Cellarbook, shop: Shop): Promise<void> {
  const lists = [cellarbook.stockLevels.list({ limit: 200 })]
  const { cursor } = shop
  for await (const change of sync(cellarbook, { lists, types: ['stock_level.changed'], cursor, isLive: false })) {
    if (change.kind === 'record') setStock(shop, change.record)
    if (change.kind === 'event') applyEvent(shop, change.event)
    if (change.kind !== 'record') shop.cursor = change.cursor
  }
}

const setStock = (shop: Shop, { item, available_quantity }: StockLevel) => shop.stock.set(item.id, available_quantity)

function applyEvent(shop: Shop, event: Event | PingEvent): void {
  if (event.type === 'stock_level.changed' && !event.redacted) setStock(shop, event.data.object)
}

/** The address you registered for `stock_level.changed`; for Deno, Bun, Workers, or Node behind an adapter. */
export async function receiveWebhook(
  request: Request,
  { cellarbook, shop, secrets }: { cellarbook: Cellarbook; shop: Shop; secrets: string[] },
): Promise<Response> {
  try {
    const { event, sequence, previousSequence } = await verifyWebhook(request, secrets)
    const known = shop.cursor ?? 0
    // Deliveries come in any order, and more than once: an old one is dropped, a gap is filled from the log.
    if ((previousSequence ?? 0) > known) await catchUp(cellarbook, shop)
    else if (sequence > known) {
      applyEvent(shop, event)
      shop.cursor = sequence
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookError) return new Response(error.reason, { status: 401 })
    throw error
  }
}

async function catchUp(cellarbook: Cellarbook, shop: Shop): Promise<void> {
  const missed = follow(cellarbook, { after: shop.cursor ?? 0, types: ['stock_level.changed'], isLive: false })
  for await (const event of missed) applyEvent(shop, event)
  shop.cursor = missed.cursor
}

export interface ShopOrder {
  id: string
  customer: { id: string; name: string; email: string }
  lines: { itemId: string; pieces: number }[]
}

/** May be repeated at any time: the references find what is there already. */
export async function pushOrder(cellarbook: Cellarbook, { id, customer, lines }: ShopOrder): Promise<Order> {
  const { name, email } = customer
  const external_ref = { system: 'eshop', id: customer.id }
  const partner = await cellarbook.partners.create({ name, email, external_ref }, { onConflict: 'return' })
  const unit = { unit_code: 'pcs' }
  const body = { partner_id: partner.id, external_ref: { system: 'eshop', id }, payment_method: 'card' as const }
  const sold = lines.map(({ itemId, pieces }) => ({ item_id: itemId, quantity: String(pieces), unit }))
  const order = await cellarbook.orders.create({ ...body, lines: sold }, { onConflict: 'return' })
  return order.status === 'draft' ? cellarbook.orders.confirm(order.id) : order
}

export async function invoiceOrder(cellarbook: Cellarbook, orderId: string) {
  const { created } = await cellarbook.orders.createInvoice(orderId, {}, { idempotencyKey: `invoice-${orderId}` })
  const invoice = await cellarbook.invoices.issue(created.id, {}, { idempotencyKey: `issue-${orderId}` })
  return { invoice, pdf: await cellarbook.invoices.pdf(invoice.id, { language: 'en' }).bytes() }
}

export const recordPayment = (cellarbook: Cellarbook, invoiceId: string, day: string) =>
  cellarbook.invoices.markPaid(invoiceId, { paid_at: day }, { idempotencyKey: `payment-${invoiceId}` })
