/** The actions of an invoice. */
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { mostLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import { yearOf } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { priceOf } from '../../core/prices/rules.ts'
import { findCandidates, homeCurrency } from '../../core/prices/store.ts'
import { exemptionOf } from '../../core/vat-rates/exemptions.ts'
import { listVatRates, rateOfItem, type VatRateRow } from '../../core/vat-rates/store.ts'
import { payInvoice, takeBackInvoicePayment } from '../../finance/cashflows/of-payments.ts'
import type { PaymentBody } from '../../finance/payments/actions.ts'
import { findInvoiceParties } from '../parties/store.ts'
import { invoiceContent } from '../seals.ts'
import { sayInvoice, touch } from './actions.ts'
import { blockerOf } from './credits.ts'
import { returnOrder, showPaymentOnOrder } from './from-order.ts'
import { saveCounted } from './lines.ts'
import type { GroupBody } from './schema.ts'
import { settle, settleWithout } from './set-off.ts'
import {
  findIssuesToGroup,
  type Invoice,
  type InvoiceLineRow,
  type IssuedLine,
  listCreditsOf,
  listInvoiceLines,
  listIssuedLines,
} from './store.ts'
import { takeSymbol } from './symbols.ts'
import { remainingOf, type Uncounted } from './totals.ts'

export async function issueInvoice(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (lines.length === 0) throw problem('no_lines')
  if (invoice.currency !== homeCurrency && invoice.exchange_rate === null) throw problem('missing_exchange_rate')
  const kind = invoice.document_type === 'credit_note' ? 'credit_note' : 'invoice'
  const number = await takeNumber(ctx, kind, invoice.issue_date)
  const issued: Invoice = {
    ...invoice,
    status: 'issued',
    number,
    variable_symbol: await takeSymbol(ctx, number, invoice.issue_date),
    symbol_year: yearOf(invoice.issue_date),
    issued_at: ctx.now,
  }
  await sealInvoice(ctx, issued, lines)
  return settle(ctx, issued, 'issued')
}

/** From now on the invoice and its papers say what they say today. */
async function sealInvoice(ctx: WriteContext, invoice: Invoice, lines: InvoiceLineRow[]): Promise<void> {
  const { isVatPayer } = ctx.account.tenant
  const parties = await findInvoiceParties(ctx.tx, ctx.account, invoice, { actor: ctx.actor, isVatPayer })
  const seal = sealOf(invoiceContent, invoice, lines, JSON.stringify(parties))
  await saveSeal(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, seal)
}

export async function markPaid(ctx: WriteContext, invoice: Invoice, body: PaymentBody): Promise<Invoice> {
  const remaining = remainingOf(invoice)
  const isRefund = remaining.lt(0)
  // A credit note is paid back: the payment is the mirror of one that comes in.
  const { settled } = await payInvoice(
    ctx,
    {
      object: 'invoice',
      id: invoice.id,
      partner: { id: invoice.partner_id, name: invoice.partner_name },
      description: `${isRefund ? 'Credit note' : 'Invoice'} ${invoice.number}`,
      currency: invoice.currency,
      method: invoice.payment_method,
      remaining: remaining.abs(),
      isOutgoing: isRefund,
    },
    body,
  )
  const paid = decimal(invoice.amount_paid).plus(isRefund ? settled.times(-1) : settled)
  const isWhole = remaining.abs().eq(settled)
  const after = await touch(ctx, {
    ...invoice,
    amount_paid: plain(paid),
    status: isWhole ? 'paid' : 'issued',
    paid_at: isWhole ? body.paid_at : null,
  })
  if (isWhole) sayInvoice(ctx, 'paid', after)
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function revertPayment(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.amount_paid).minus(last.amount).minus(last.rounding)
  const reverted: Invoice = { ...invoice, amount_paid: plain(paid), status: 'issued', paid_at: null }
  const after = await settle(ctx, reverted, 'payment_reverted')
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function cancelInvoice(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const credits = await listCreditsOf(ctx.tx, ctx.account.book.id, invoice.id)
  if (credits.length > 0) {
    throw problem('conflict', { detail: 'Credit notes correct this invoice.', blockers: credits.map(blockerOf) })
  }
  const after = await touch(ctx, { ...invoice, status: 'cancelled', amount_credited: '0' })
  await returnOrder(ctx, after)
  sayInvoice(ctx, 'cancelled', after)
  if (invoice.document_type === 'credit_note') await settleWithout(ctx, invoice)
  return after
}

/** The lines of confirmed issues, at the terms of their orders, else by the cascade. */
export async function groupIssues(
  ctx: WriteContext,
  invoice: Invoice,
  { stock_issue_ids }: GroupBody,
): Promise<Invoice> {
  const bookId = ctx.account.book.id
  const ids = [...new Set(stock_issue_ids)]
  await refuseIssues(ctx, invoice, ids)
  const issued = await listIssuedLines(ctx.tx, bookId, ids)
  const known = await listInvoiceLines(ctx.tx, bookId, invoice.id)
  if (known.length + issued.length > mostLines) {
    throw problem('conflict', { detail: `An invoice has at most ${mostLines} lines.` })
  }
  const first = (known.at(-1)?.sort_order ?? 0) + 1
  const fresh = await pricedLines(ctx, invoice, issued, first)
  return saveCounted(ctx, invoice, [...known, ...fresh])
}

async function refuseIssues(ctx: WriteContext, invoice: Invoice, ids: string[]): Promise<void> {
  const issues = new Map((await findIssuesToGroup(ctx.tx, ctx.account.book.id, ids)).map(issue => [issue.id, issue]))
  const rows = ids.flatMap((id, place) => {
    const issue = issues.get(id)
    const isFit = issue?.status === 'confirmed' && (issue.partner_id ?? invoice.partner_id) === invoice.partner_id
    return isFit ? [] : [invalidReference(`stock_issue_ids[${place}]`)]
  })
  if (rows.length > 0) throw validationFailed(rows)
  const taken = [...issues.values()].filter(({ invoice_id }) => invoice_id !== null)
  if (taken.length === 0) return
  throw problem('conflict', {
    detail: 'A stock issue is invoiced already.',
    blockers: taken.map(({ id, number, status }) => ({ object: 'stock_issue', id, number, status })),
  })
}

async function pricedLines(
  ctx: WriteContext,
  invoice: Invoice,
  issued: IssuedLine[],
  first: number,
): Promise<Uncounted[]> {
  const { book, tenant } = ctx.account
  const candidates = await findCandidates(ctx.tx, {
    bookId: book.id,
    partnerId: invoice.partner_id,
    day: ctx.today,
    lines: issued.map(line => ({ itemId: line.item_id, quantity: line.quantity })),
  })
  const prices = new Map(candidates.map(found => [found.place, priceOf(found)]))
  const currencies = new Set(candidates.map(({ place, currency }) => issued[place]!.order_currency ?? currency))
  currencies.delete(invoice.currency)
  if (currencies.size > 0) {
    const detail = `The invoice is in ${invoice.currency}; prices are in ${[...currencies].join(', ')}.`
    throw problem('conflict', { detail })
  }
  const unpriced = issued.flatMap((line, place) =>
    line.unit_price === null && prices.get(place)!.source === 'none' ? [line.item_name] : [],
  )
  if (unpriced.length > 0) {
    throw problem('conflict', { detail: `No price is set for ${unpriced.join(', ')}.` })
  }
  const rates = await listVatRates(ctx.tx, book.id)
  return issued.map((line, place) => ({
    id: newId(),
    invoice_id: invoice.id,
    sort_order: first + place,
    item_id: line.item_id,
    description: line.item_name,
    quantity: line.quantity,
    unit_price: line.unit_price ?? prices.get(place)!.unitPrice,
    discount_pct: line.discount_pct,
    category_id: null,
    event_id: null,
    activity_id: null,
    source_stock_issue_id: line.issue_id,
    ...vatOf(line, rates, tenant.isVatPayer),
  }))
}

/** As its order line has it, else by the rate of its item. */
function vatOf(
  { vat_rate_pct, vat_exemption, sale_vat_rate_id }: IssuedLine,
  rates: readonly VatRateRow[],
  isVatPayer: boolean,
): Pick<Uncounted, 'vat_rate_pct' | 'vat_exemption'> {
  const rate = rateOfItem(rates, sale_vat_rate_id)
  const ratePct = isVatPayer ? (vat_rate_pct ?? rate?.rate_pct ?? '21') : '0'
  const before = vat_rate_pct === null ? undefined : { vat_rate_pct, vat_exemption }
  return { vat_rate_pct: ratePct, vat_exemption: exemptionOf({ sent: undefined, ratePct, before, rate }, isVatPayer) }
}
