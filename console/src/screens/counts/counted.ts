/** A line of a count as its fields hold it, and the body it becomes. */
import type { InventoryCountLine } from '@cellarbook/sdk'

export interface CountedDraft {
  item_id: string
  /** Only this layer; all of them unless given. */
  lot_id: string
  unit_id: string
  counted_quantity: string
}

export const blank: CountedDraft = { item_id: '', lot_id: '', unit_id: '', counted_quantity: '' }

export const draftOf = ({ item, lot_id, unit, counted_quantity }: InventoryCountLine): CountedDraft => ({
  item_id: item.id,
  lot_id: lot_id ?? '',
  unit_id: unit.id,
  counted_quantity: counted_quantity ?? '',
})

/** What is emptied counts as uncounted again. */
export const bodyOf = ({ item_id, lot_id, unit_id, counted_quantity }: CountedDraft, isNew: boolean): object => {
  const unit = unit_id ? { unit_id } : {}
  if (isNew) return { item_id, ...(lot_id && { lot_id }), counted_quantity, unit }
  return { counted_quantity: counted_quantity || null, unit }
}
