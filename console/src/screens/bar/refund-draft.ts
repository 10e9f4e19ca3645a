/** A refund as its form holds it, and the body it becomes. */
import type { PosSale } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import type { Method } from './rehearsed.ts'

export interface RefundedLine {
  line_id: string
  quantity: string
  deposit_quantity: string
}

export interface RefundDraft {
  /** Undefined: all that is left. */
  lines: RefundedLine[] | undefined
  method: Method
  reason: string
}

/** What was sold of each line: less is typed. */
export const wholeLines = ({ lines }: PosSale): RefundedLine[] =>
  lines.map(({ id, quantity }) => ({ line_id: id, quantity, deposit_quantity: '' }))

/** `payable` is what the service counted, negative; a rehearsal asks for it. */
export function bodyOfRefund(sale: PosSale, draft: RefundDraft, payable: string | undefined) {
  const lines = draft.lines
    ?.filter(({ quantity }) => quantity !== '' && !isZero(quantity))
    .map(({ line_id, quantity, deposit_quantity }) => ({
      line_id,
      quantity,
      unit: { unit_id: sale.lines.find(({ id }) => id === line_id)!.unit.id },
      ...(deposit_quantity !== '' && { deposit_quantity }),
    }))
  const isPaid = payable === undefined || !isZero(payable)
  return {
    ...(lines && { lines }),
    ...(isPaid && {
      payment: { method: draft.method, ...(payable !== undefined && { amount: payable.replace('-', '') }) },
    }),
    ...(draft.reason && { reason: draft.reason }),
  }
}
