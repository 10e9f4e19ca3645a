/** Which deposit an item is sold with, when nobody says. Pure. */
import type { ItemType } from '../items/rules.ts'
import type { DepositChoice } from './store.ts'

interface Packed {
  id: string
  item_type: ItemType
  packaging_type: string | null
}

/** Packaging has its own; what is filled has that of the packaging it is filled in. The first in use counts. */
export function depositOfItem<Choice extends DepositChoice>(
  { id, item_type, packaging_type }: Packed,
  choices: readonly Choice[],
): Choice | undefined {
  const inUse = choices.filter(({ is_active }) => is_active)
  if (item_type === 'packaging') return inUse.find(({ packaging_item_id }) => packaging_item_id === id)
  return packaging_type === null ? undefined : inUse.find(choice => choice.packaging_type === packaging_type)
}
