/** group_stock_issues: the lines of confirmed issues become lines of an invoice, at the terms of their orders. */

import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import { maxLines } from '../../../contract/schema.ts'
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import {
  exemptionOf,
  type FoundPrice,
  findCandidates,
  listVatRates,
  noLabels,
  priceOf,
  rateOfItem,
} from '../../core/index.ts'
import { shareOut } from '../../stock/index.ts'
import type { LineDeposit } from './deposits.ts'
import {
  findIssuesToGroup,
  type IssuedLine,
  type IssueToGroup,
  listInvoicedOfOrders,
  listIssuedLines,
  listOrderTerms,
  type OrderTerms,
} from './grouping/store.ts'
import { shareDeposits } from './grouping-deposits.ts'
import { saveLines } from './lines.ts'
import type { GroupBody, InvoiceStatus } from './schema.ts'
import { type Invoice, type InvoiceLineRow, listInvoiceLines } from './store.ts'
import type { Uncounted } from './totals.ts'

export async function groupIssues(
  ctx: WriteContext,
  invoice: Invoice,
  { stock_issue_ids }: GroupBody,
): Promise<Transition<Invoice, InvoiceStatus>> {
  const issues = await issuesToGroup(ctx, invoice, stock_issue_ids)
  const pieces = await piecesOf(ctx, issues)
  const known = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (known.length + pieces.length > maxLines) {
    throw problem('conflict', { detail: `An invoice has at most ${maxLines} lines.` })
  }
  const first = (known.at(-1)?.sort_order ?? 0) + 1
  const fresh = await priceLines(ctx, invoice, { pieces, first })
  return { changes: await saveLines(ctx, invoice, [...known, ...fresh]) }
}

/** Sales that left, to this partner, that no other invoice has and nobody paid for over the counter. */
async function issuesToGroup(ctx: WriteContext, invoice: Invoice, ids: string[]): Promise<IssueToGroup[]> {
  const issues = await findIssuesToGroup(ctx.tx, ctx.account.book.id, ids)
  const isFit = ({ status, movement_purpose, partner_id, pos_sale_id }: IssueToGroup) =>
    status === 'confirmed' &&
    movement_purpose === 'sale' &&
    pos_sale_id === null &&
    (partner_id ?? invoice.partner_id) === invoice.partner_id
  const fit = new Set(issues.filter(isFit).map(({ id }) => id))
  const rows = ids.flatMap((id, index) => (fit.has(id) ? [] : [invalidReference(`stock_issue_ids[${index}]`)]))
  if (rows.length > 0) throw validationFailed(rows)
  const taken = issues.filter(({ invoice_id }) => invoice_id !== null)
  if (taken.length === 0) return issues
  throw problem('conflict', {
    ...because('issue_already_invoiced'),
    blockers: taken.map(({ id, number, status }) => ({ object: 'stock_issue', id, number, status })),
  })
}

/** A line of an issue, or the part of it that one line of the order agreed on. */
interface Piece {
  line: IssuedLine
  terms: OrderTerms | undefined
  quantity: string
  deposit: LineDeposit
}

/** Each order is shared out whole: what is invoiced of it first, then what left for it and is not invoiced yet. */
async function piecesOf(ctx: WriteContext, issues: IssueToGroup[]): Promise<Piece[]> {
  const bookId = ctx.account.book.id
  const issueIds = issues.map(({ id }) => id)
  const orderIds = [...new Set(issues.flatMap(({ order_id }) => order_id ?? []))]
  const lines = await listIssuedLines(ctx.tx, bookId, { issueIds, orderIds })
  const terms = orderIds.length > 0 ? await listOrderTerms(ctx.tx, bookId, orderIds) : []
  const invoiced = orderIds.length > 0 ? await listInvoicedOfOrders(ctx.tx, bookId, orderIds) : []
  const shares = new Map(
    orderIds.flatMap(orderId => {
      const isOfOrder = ({ order_id }: { order_id: string | null }) => order_id === orderId
      return [...shareOut(terms.filter(isOfOrder), [...invoiced, ...lines].filter(isOfOrder))]
    }),
  )
  const parts = lines
    .filter(line => issueIds.includes(line.issue_id))
    .flatMap((line): Omit<Piece, 'deposit'>[] => {
      const shared = (shares.get(line.id) ?? []).map(({ orderLineId, quantity }) => ({
        line,
        terms: terms.find(({ id }) => id === orderLineId),
        quantity: plain(quantity),
      }))
      return shared.length === 0 ? [{ line, terms: undefined, quantity: line.quantity }] : shared
    })
  return joinPieces(shareDeposits(parts, invoiced))
}

/** Parts of one line on the same terms stay one line; packaging is followed by its own line of the order. */
function joinPieces(parts: Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const part of parts) {
    const known = pieces.find(({ line, terms }) => line === part.line && isSame(terms, part.terms))
    if (known) known.quantity = plain(decimal(known.quantity).plus(part.quantity))
    else pieces.push(part)
  }
  return pieces
}

const isSame = (one: OrderTerms | undefined, other: OrderTerms | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.unit_price === other.unit_price &&
  one.payer_vat_rate_pct === other.payer_vat_rate_pct &&
  one.vat_exemption === other.vat_exemption &&
  (one.discount_pct ?? '0') === (other.discount_pct ?? '0') &&
  one.deposit_id === null &&
  other.deposit_id === null

async function priceLines(
  ctx: WriteContext,
  invoice: Invoice,
  { pieces, first }: { pieces: Piece[]; first: number },
): Promise<Uncounted[]> {
  const unordered = pieces.filter(({ terms }) => !terms)
  const prices = await findPrices(ctx, invoice, unordered)
  const currencies = new Set([
    ...pieces.flatMap(({ terms }) => terms?.currency ?? []),
    ...[...prices.values()].map(({ currency }) => currency),
  ])
  currencies.delete(invoice.currency)
  if (currencies.size > 0) {
    const detail = `The invoice is in ${invoice.currency}; prices are in ${[...currencies].join(', ')}.`
    throw problem('conflict', { detail })
  }
  const unpriced = unordered.filter(piece => prices.get(piece)?.source === 'none').map(({ line }) => line.item_name)
  if (unpriced.length > 0) throw problem('conflict', because('items_without_price', { items: unpriced.join(', ') }))
  const vatOf = await saleVat(ctx, invoice, unordered.length > 0)
  return pieces.map((piece, index) => ({
    id: newId(),
    invoice_id: invoice.id,
    sort_order: first + index,
    item_id: piece.line.item_id,
    description: piece.line.item_name,
    quantity: piece.quantity,
    unit_price: piece.terms?.unit_price ?? prices.get(piece)!.unitPrice,
    discount_pct: piece.terms?.discount_pct ?? null,
    ...noLabels,
    source_stock_issue_id: piece.line.issue_id,
    order_line_id: piece.terms?.id ?? null,
    ...piece.deposit,
    ...vatOf(piece),
  }))
}

/** For what no order agreed on. */
async function findPrices(
  ctx: WriteContext,
  invoice: Invoice,
  pieces: Piece[],
): Promise<Map<Piece, FoundPrice & { currency: string }>> {
  if (pieces.length === 0) return new Map()
  const found = await findCandidates(ctx.tx, {
    bookId: ctx.account.book.id,
    partnerId: invoice.partner_id,
    day: ctx.today,
    lines: pieces.map(({ line, quantity }) => ({ itemId: line.item_id, quantity })),
  })
  return new Map(found.map(each => [pieces[each.place]!, { ...priceOf(each), currency: each.currency }]))
}

type PieceVat = Pick<InvoiceLineRow, 'vat_rate_pct' | 'payer_vat_rate_pct' | 'vat_exemption'>

/** As the order has it, else the rate of the item or the default one. What is charged is decided by the tax point. */
async function saleVat(
  ctx: WriteContext,
  { tax_point_date }: Invoice,
  isNeeded: boolean,
): Promise<(piece: Piece) => PieceVat> {
  const isPayer = isVatPayerOn(ctx.account.tenant, tax_point_date)
  const rates = isNeeded ? await listVatRates(ctx.tx, ctx.account.book.id) : []
  return ({ line, terms }) => {
    const rate = rateOfItem(rates, line.sale_vat_rate_id)
    const ratePct = terms?.payer_vat_rate_pct ?? rate?.rate_pct ?? '21'
    const before = terms && { vat_rate_pct: terms.payer_vat_rate_pct, vat_exemption: terms.vat_exemption }
    const vat_exemption = exemptionOf({ sent: undefined, ratePct, before, rate }, isPayer)
    return { vat_rate_pct: ratePct, payer_vat_rate_pct: ratePct, vat_exemption }
  }
}
