/** A batch as its form holds it, and the body it becomes. */
export type BatchDraft = {
  recipe_id: string
  item_id: string
  brew_date: string
  planned_volume_l: string
  name: string
  warehouse_id: string
  notes: string
}

/** What is left empty is decided by the recipe and the settings. */
export const bodyOfDraft = (draft: BatchDraft): Partial<BatchDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''))
