/** What keeps something from happening, as the service names it. */
export interface Blocker {
  item_id?: string
  requested?: string
  available?: string
  unit?: { symbol: string }
  object?: string
  id?: string
  number?: string | null
  status?: string
}

export type Short = Required<Pick<Blocker, 'item_id' | 'requested' | 'available' | 'unit'>>

export const isShort = (blocker: Blocker): blocker is Short =>
  [blocker.item_id, blocker.requested, blocker.available, blocker.unit].every(part => part !== undefined)

export const blockersOf = (refused: object): readonly Blocker[] =>
  (refused as { blockers?: readonly Blocker[] | null }).blockers ?? []

/** It would happen if there were more of something. */
export const isLacking = (refused: object): boolean => blockersOf(refused).some(isShort)
