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

/** Nothing yet: what comes back is one thing of many, and all of it is the other choice. */
export const noLines = ({ lines }: PosSale): RefundedLine[] =>
  lines.map(({ id }) => ({ line_id: id, quantity: '', deposit_quantity: '' }))

const isSent = ({ quantity }: RefundedLine): boolean => quantity !== '' && !isZero(quantity)

/** Where a line stands in the body, as rows of a problem name it; undefined while nothing of it comes back. */
export function pathOfLine(lines: readonly RefundedLine[], lineId: string): string | undefined {
  const index = lines.filter(isSent).findIndex(({ line_id }) => line_id === lineId)
  return index < 0 ? undefined : `lines[${index}]`
}

/** `payable` is what the service counted, negative; a rehearsal asks for it. */
export function bodyOfRefund(sale: PosSale, draft: RefundDraft, payable: string | undefined) {
  const lines = draft.lines?.filter(isSent).map(({ line_id, quantity, deposit_quantity }) => ({
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
