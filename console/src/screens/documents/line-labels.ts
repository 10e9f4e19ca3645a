/** The names of a line's fields. */
import { useWords } from '../../words/use-words.ts'
import type { LineDraft } from './draft.ts'

export function useLineLabels(): Readonly<Record<keyof LineDraft, string>> {
  const { lines: words } = useWords('documents')
  return {
    item_id: words.item,
    quantity: words.quantity,
    unit_id: words.unit,
    unit_price: words.price,
    lot_number: words.lotNumber,
    expiry_date: words.expiry,
    lot_id: words.lot,
    notes: words.notes,
    issued_quantity: words.handled,
  }
}
