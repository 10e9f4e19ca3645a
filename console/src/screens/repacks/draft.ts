/** A repack as its form holds it, and the body it becomes. */
import { begunLines } from '../../format/begun-lines.ts'
import { newId } from '../../format/ids.ts'

export interface SideLine {
  /** Of the form only. */
  key: string
  item_id: string
  quantity: string
  unit_id: string
  /** Of what goes in: the layer it is taken from. */
  lot_id: string
  lot_number: string
  expiry_date: string
}

export interface RepackDraft {
  warehouse_id: string
  date: string
  notes: string
  from: SideLine[]
  to: SideLine[]
}

export const blankSide = (): SideLine => ({
  key: newId(),
  item_id: '',
  quantity: '',
  unit_id: '',
  lot_id: '',
  lot_number: '',
  expiry_date: '',
})

export const blankRepack = (warehouse_id: string): RepackDraft => ({
  warehouse_id,
  date: '',
  notes: '',
  from: [blankSide()],
  to: [blankSide()],
})

const sent = (lines: readonly SideLine[]): SideLine[] => begunLines(lines, blankSide())

const bodyOfSide = ({ item_id, quantity, unit_id, lot_id, lot_number, expiry_date }: SideLine): object => ({
  ...(item_id && { item_id }),
  ...(quantity && { quantity }),
  unit: unit_id ? { unit_id } : {},
  ...(lot_id && { lot_id }),
  ...(lot_number && { lot_number }),
  ...(expiry_date && { expiry_date }),
})

export const bodyOfRepack = ({ warehouse_id, date, notes, from, to }: RepackDraft): object => ({
  ...(warehouse_id && { warehouse_id }),
  ...(date && { date }),
  ...(notes && { notes }),
  from: sent(from).map(bodyOfSide),
  to: sent(to).map(bodyOfSide),
})
