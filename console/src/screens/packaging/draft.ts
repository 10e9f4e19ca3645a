/** A return as its form holds it, and the body it becomes. */
import { linesOfPieces, type Pieces } from '../../patterns/pieces.tsx'

export interface ReturnDraft {
  place: 'warehouse' | 'desk'
  warehouse_id: string
  cash_desk_id: string
  partner_id: string
  date: string
  pieces: Pieces
  /** How the deposit is paid out; empty: not at all. */
  method: string
  notes: string
}

export const blankReturn = (given: Partial<ReturnDraft>): ReturnDraft => ({
  place: 'warehouse',
  warehouse_id: '',
  cash_desk_id: '',
  partner_id: '',
  date: '',
  pieces: {},
  method: '',
  notes: '',
  ...given,
})

export const bodyOfReturn = (draft: ReturnDraft) => ({
  ...(draft.place === 'desk'
    ? draft.cash_desk_id && { cash_desk_id: draft.cash_desk_id }
    : draft.warehouse_id && { warehouse_id: draft.warehouse_id }),
  ...(draft.partner_id && { partner_id: draft.partner_id }),
  ...(draft.date && { date: draft.date }),
  lines: linesOfPieces(draft.pieces),
  ...(draft.method && { refund: { method: draft.method } }),
  ...(draft.notes && { notes: draft.notes }),
})
