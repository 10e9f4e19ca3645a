/** A document as its form holds it, and the body it becomes. */
import { begunLines } from '../../format/begun-lines.ts'
import { newId } from '../../format/ids.ts'
import type { StockDocument } from './family.ts'

export type HeadDraft = {
  movement_purpose: string
  warehouse_id: string
  target_warehouse_id: string
  date: string
  partner_id: string
  batch_id: string
  additional_cost: string
  notes: string
}

export interface LineDraft {
  item_id: string
  quantity: string
  unit_id: string
  unit_price: string
  lot_number: string
  expiry_date: string
  lot_id: string
  notes: string
  /** Of a stored line: what was really there, instead of the quantity. */
  issued_quantity: string
}

export interface GridLine extends LineDraft {
  /** Of the form only. */
  key: string
}

export type DocumentDraft = HeadDraft & { lines: GridLine[] }

export const blankLine: LineDraft = {
  item_id: '',
  quantity: '',
  unit_id: '',
  unit_price: '',
  lot_number: '',
  expiry_date: '',
  lot_id: '',
  notes: '',
  issued_quantity: '',
}

export const blankGridLine = (): GridLine => ({ key: newId(), ...blankLine })

export const blankDocument = (movement_purpose: string, warehouse_id: string): DocumentDraft => ({
  movement_purpose,
  warehouse_id,
  target_warehouse_id: '',
  date: '',
  partner_id: '',
  batch_id: '',
  additional_cost: '',
  notes: '',
  lines: [blankGridLine()],
})

const filled = (draft: object): object =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== '' && name !== 'key'))

/** What nobody filled in is left to the service. */
const bodyOfNewLine = ({ unit_id, issued_quantity: _, ...line }: LineDraft): object => ({
  ...filled(line),
  unit: unit_id ? { unit_id } : {},
})

/** Rows nobody filled in are not sent. */
export const sentLines = (lines: readonly GridLine[]): GridLine[] => begunLines(lines, blankGridLine())

export const bodyOfDocument = ({ lines, ...head }: DocumentDraft): object => ({
  ...filled(head),
  lines: sentLines(lines).map(bodyOfNewLine),
})

/** Whether the service could count it: there is no use in asking before. */
export const isCountable = ({ warehouse_id, lines }: DocumentDraft): boolean => {
  const sent = sentLines(lines)
  const isFull = (line: GridLine) => line.item_id !== '' && line.quantity !== '' && line.unit_id !== ''
  return warehouse_id !== '' && sent.length > 0 && sent.every(isFull)
}

type StoredLine = StockDocument['lines'][number]

export const draftOfLine = (line: StoredLine): LineDraft => ({
  item_id: line.item.id,
  quantity: line.quantity,
  unit_id: line.unit.id,
  unit_price: line.unit_price ?? '',
  lot_number: line.lot_number ?? '',
  expiry_date: line.expiry_date ?? '',
  lot_id: line.lot_id ?? '',
  notes: line.notes ?? '',
  issued_quantity: line.issued_quantity === line.quantity ? '' : (line.issued_quantity ?? ''),
})

const orNull = (text: string): string | null => (text === '' ? null : text)

/** A stored line: what was emptied is cleared. Each direction has fields of its own. */
export const bodyOfLine =
  (object: StockDocument['object']) =>
  (line: LineDraft, isNew: boolean): object => {
    const { item_id, quantity, unit_id } = line
    const own =
      object === 'goods_receipt'
        ? {
            unit_price: orNull(line.unit_price),
            lot_number: orNull(line.lot_number),
            expiry_date: orNull(line.expiry_date),
          }
        : { lot_id: orNull(line.lot_id) }
    const moved = isNew ? {} : { issued_quantity: orNull(line.issued_quantity) }
    return { item_id, quantity, unit: unit_id ? { unit_id } : {}, ...own, notes: orNull(line.notes), ...moved }
  }
