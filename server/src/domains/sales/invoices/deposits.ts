/** Returnable packaging on the lines of an invoice: outside VAT, pieces x the deposit. */

import { invalidReference, type ProblemRow } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, plain } from '../../../lib/decimal.ts'
import { keep } from '../../../lib/merge.ts'
import { type DepositChoice, findDepositChoices } from '../../core/index.ts'
import type { InvoiceLineColumns } from './store.ts'

export type LineDeposit = Pick<InvoiceLineColumns, 'deposit_id' | 'deposit_pieces' | 'deposit_total'>

interface SentDeposit {
  deposit_id?: string | null
  deposit_quantity?: string | null
}

const none: LineDeposit = { deposit_id: null, deposit_pieces: '0', deposit_total: '0' }

/** Those of the currency of the invoice; asked for only when a line names one. */
export async function depositChoices(
  ctx: WriteContext,
  currency: string,
  lines: readonly SentDeposit[],
): Promise<DepositChoice[]> {
  if (!lines.some(({ deposit_id }) => deposit_id)) return []
  const choices = await findDepositChoices(ctx.tx, ctx.account.book.id)
  return choices.filter(choice => choice.currency === currency)
}

/** What the line names; pieces are the quantity, rounded up, unless they are sent. */
export function depositOfLine(
  line: SentDeposit & { quantity: string },
  choices: readonly DepositChoice[],
  field: (name: string) => string,
): { deposit: LineDeposit; rows: ProblemRow[] } {
  if (!line.deposit_id) return { deposit: none, rows: piecesOfNothing(line, field) }
  const chosen = choices.find(({ id, is_active }) => id === line.deposit_id && is_active)
  if (!chosen) return { deposit: none, rows: [invalidReference(field('deposit_id'))] }
  return { deposit: countDeposit(chosen.id, line.deposit_quantity ?? line.quantity, decimal(chosen.amount)), rows: [] }
}

/** A deposit that nothing touches stays as it was agreed; while it is the same one, so does its amount. */
export function patchDeposit(
  before: LineDeposit & { quantity: string },
  body: SentDeposit & { quantity: string },
  choices: readonly DepositChoice[],
): { deposit: LineDeposit; rows: ProblemRow[] } {
  const { deposit_quantity: pieces } = body
  const depositId = keep(body.deposit_id, before.deposit_id)
  if (depositId === null || depositId !== before.deposit_id) {
    return depositOfLine({ ...body, ...(depositId && { deposit_id: depositId }) }, choices, name => name)
  }
  const { deposit_pieces, deposit_total } = before
  const isKept = pieces === undefined && body.quantity === before.quantity
  if (isKept) return { deposit: { deposit_id: depositId, deposit_pieces, deposit_total }, rows: [] }
  const amount = decimal(deposit_pieces).eq(0)
    ? decimal(choices.find(({ id }) => id === depositId)?.amount ?? '0')
    : decimal(deposit_total).div(deposit_pieces)
  return { deposit: countDeposit(depositId, pieces ?? body.quantity, amount), rows: [] }
}

function countDeposit(depositId: string, quantity: string, amount: Decimal): LineDeposit {
  const pieces = decimal(quantity).round(0, 'up')
  return { deposit_id: depositId, deposit_pieces: plain(pieces), deposit_total: plain(pieces.times(amount)) }
}

/** Null says itself that there are none. */
function piecesOfNothing({ deposit_id, deposit_quantity }: SentDeposit, field: (name: string) => string): ProblemRow[] {
  if (deposit_id === null || !deposit_quantity || decimal(deposit_quantity).eq(0)) return []
  const message = 'Pieces of packaging go with deposit_id.'
  return [{ field: field('deposit_quantity'), code: 'not_allowed', message }]
}
