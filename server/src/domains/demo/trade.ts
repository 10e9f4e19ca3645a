/** What the demo brewery sells to pubs and shops and buys from its suppliers: documents in each state a day can have. */
import type { WriteContext } from '../../kernel/context.ts'
import { daysAfter } from '../../lib/days.ts'
import { listPartnerNames } from '../core/index.ts'
import { addCashflow, addReceived, cashflowActions, receivedActions } from '../finance/index.ts'
import {
  addOrder,
  changeInvoice,
  invoiceActions,
  invoiceTable,
  type Order,
  type OrderCreate,
  orderActions,
  orderTable,
} from '../sales/index.ts'
import { changeDocument, findDefaultWarehouse, issueActions, listDraftsOfOrder } from '../stock/index.ts'

interface DemoOrder {
  /** The business id of the customer. */
  customer: string
  /** Days before today. */
  ago: number
  lines: [item: string, quantity: string][]
  more?: Partial<OrderCreate>
}

/** Delivered and invoiced on the day of the order. */
const invoiced: (DemoOrder & { paidAgo?: number })[] = [
  { customer: '73104221', ago: 6, lines: [['pale-keg50', '4']], paidAgo: 2 },
  { customer: '45189030', ago: 5, lines: [['pale-keg50', '3']] },
  // Pays at once, and has not: the first invoice to ask after.
  { customer: '47205610', ago: 4, lines: [['pale-keg50', '2']] },
]

/** Reserved in the cellar; the first is being prepared. */
const confirmed: DemoOrder[] = [
  {
    customer: '61577341',
    ago: 1,
    lines: [
      ['dark-keg30', '3'],
      ['ipa-keg30', '2'],
    ],
  },
  {
    customer: '28661273',
    ago: 0,
    lines: [
      ['ipa-bottle', '120'],
      ['dark-bottle', '60'],
    ],
  },
]

const draft: DemoOrder = {
  customer: '29411084',
  ago: 0,
  lines: [['ipa-bottle', '40']],
  more: { external_ref: { system: 'eshop', id: 'O-20871' }, notes: 'Doručit do 16 hodin.' },
}

interface DemoBill {
  supplier: string
  number: string
  ago: number
  lines: { description: string; amount: string; vat_rate_pct: string }[]
  paidAgo?: number
}

/** The goods of `stock.ts`. */
const bills: DemoBill[] = [
  {
    supplier: '25980432',
    number: '2400317',
    ago: 30,
    lines: [{ description: 'Sudy KEG, lahve a uzávěry', amount: '154500', vat_rate_pct: '21' }],
    paidAgo: 3,
  },
  {
    supplier: '27145310',
    number: 'FV-25-0118',
    ago: 14,
    lines: [{ description: 'Slad plzeňský 1 500 kg', amount: '27525', vat_rate_pct: '12' }],
  },
]

/** `itemIds` are the ids by the names of `items.ts`. */
export async function addDemoOrders(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const partners = await listPartnerNames(ctx.tx, ctx.account.book.id)
  const warehouse = await findDefaultWarehouse(ctx.tx, ctx.account.book.id)
  const add = async ({ customer, ago, lines, more }: DemoOrder) => {
    const { row } = await addOrder(ctx, {
      partner_id: partners.find(({ ico }) => ico === customer)!.id,
      warehouse_id: warehouse!.id,
      order_date: daysAfter(ctx.today, -ago),
      lines: lines.map(([item, quantity]) => ({ item_id: itemIds.get(item)!, quantity, unit: { unit_code: 'pcs' } })),
      ...more,
    })
    return row
  }
  const confirm = async (order: DemoOrder) =>
    (await orderActions.run(ctx, 'confirm', { row: await add(order), body: {} })).row
  for (const order of invoiced) {
    await invoice(ctx, await deliver(ctx, await confirm(order), order.ago), order)
  }
  for (const [index, order] of confirmed.entries()) {
    const row = await confirm(order)
    if (index === 0) await orderActions.run(ctx, 'start_preparation', { row, body: {} })
  }
  await add(draft)
}

/** The goods leave the cellar on the day of the order, which is delivered then. */
async function deliver(ctx: WriteContext, order: Order, ago: number): Promise<Order> {
  const { row } = await orderActions.run(ctx, 'create_stock_issue', { row: order, body: {} })
  const [issue] = await listDraftsOfOrder(ctx.tx, ctx.account.book.id, order.id)
  const dated = await changeDocument(ctx, issue!, { date: daysAfter(ctx.today, -ago) })
  await issueActions.run(ctx, 'confirm', { row: dated, body: {} })
  const left = await orderTable.get(ctx.tx, ctx.account.book.id, row.id)
  const shipped = await orderActions.run(ctx, 'ship', { row: left, body: {} })
  return (await orderActions.run(ctx, 'deliver', { row: shipped.row, body: {} })).row
}

async function invoice(ctx: WriteContext, order: Order, { ago, paidAgo }: { ago: number; paidAgo?: number }) {
  const { created } = await orderActions.run(ctx, 'create_invoice', { row: order, body: {} })
  const drafted = await invoiceTable.get(ctx.tx, ctx.account.book.id, created!.id)
  const dated = await changeInvoice(ctx, drafted, { issue_date: daysAfter(ctx.today, -ago) })
  const { row } = await invoiceActions.run(ctx, 'issue', { row: dated, body: {} })
  if (paidAgo === undefined) return
  await invoiceActions.run(ctx, 'mark_paid', { row, body: { paid_at: daysAfter(ctx.today, -paidAgo) } })
}

/** What lay in the bank before the first document: the bill that is paid is paid from it. */
async function addOpeningBalance(ctx: WriteContext): Promise<void> {
  const day = daysAfter(ctx.today, -30)
  const row = await addCashflow(ctx, {
    cashflow_type: 'income',
    date: day,
    description: 'Počáteční zůstatek účtu',
    amount: '420000.00',
    payment_method: 'bank_transfer',
  })
  await cashflowActions.run(ctx, 'mark_paid', { row, body: { paid_at: day } })
}

/** One is paid, the other waits for its day. */
export async function addDemoBills(ctx: WriteContext): Promise<void> {
  await addOpeningBalance(ctx)
  const partners = await listPartnerNames(ctx.tx, ctx.account.book.id)
  for (const { supplier, number, ago, lines, paidAgo } of bills) {
    const fresh = await addReceived(ctx, {
      supplier_invoice_number: number,
      partner_id: partners.find(({ ico }) => ico === supplier)!.id,
      issue_date: daysAfter(ctx.today, -ago),
      received_date: daysAfter(ctx.today, -ago),
      lines,
    })
    const { row } = await receivedActions.run(ctx, 'confirm', { row: fresh, body: {} })
    if (paidAgo === undefined) continue
    await receivedActions.run(ctx, 'mark_paid', { row, body: { paid_at: daysAfter(ctx.today, -paidAgo) } })
  }
}
