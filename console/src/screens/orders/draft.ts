/** An order as its form holds it, and the body it becomes. */
import { begunLines } from '../../format/begun-lines.ts'
import { isDayOrEmpty } from '../../format/days.ts'
import { newId } from '../../format/ids.ts'
import { blankPricedLine, bodyOfPricedLine, type PricedLine } from '../../patterns/priced-line.ts'

export interface DraftLine extends PricedLine {
  /** Of the form only. */
  key: string
}

export interface OrderDraft {
  partner_id: string
  delivery_date: string
  warehouse_id: string
  notes: string
  lines: DraftLine[]
}

export const blankLine = (): DraftLine => ({ key: newId(), ...blankPricedLine })

export const blankDraft = (): OrderDraft => ({
  partner_id: '',
  delivery_date: '',
  warehouse_id: '',
  notes: '',
  lines: [blankLine()],
})

/** Rows nobody filled in are not sent. */
export const sentLines = (lines: readonly DraftLine[]): DraftLine[] => begunLines(lines, blankLine())

export function bodyOfDraft(draft: OrderDraft): {
  partner_id?: string
  delivery_date: string | null
  warehouse_id: string | null
  notes: string | null
  lines: object[]
} {
  return {
    ...(draft.partner_id && { partner_id: draft.partner_id }),
    delivery_date: draft.delivery_date || null,
    warehouse_id: draft.warehouse_id || null,
    notes: draft.notes || null,
    lines: sentLines(draft.lines).map(bodyOfPricedLine),
  }
}

/** Whether the service could price it: with a line or a day somebody is still typing it would only refuse. */
export const isPriceable = ({ partner_id, delivery_date, lines }: OrderDraft): boolean =>
  partner_id !== '' &&
  isDayOrEmpty(delivery_date) &&
  sentLines(lines).every(line => line.item_id !== '' && line.quantity !== '')
