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
  /** What is left in a batch. */
  value?: string
  volume_l?: string
}

export type Short = Required<Pick<Blocker, 'item_id' | 'requested' | 'available' | 'unit'>>

export const isShort = (blocker: Blocker): blocker is Short =>
  [blocker.item_id, blocker.requested, blocker.available, blocker.unit].every(part => part !== undefined)

export const blockersOf = (refused: object): readonly Blocker[] =>
  (refused as { blockers?: readonly Blocker[] | null }).blockers ?? []

/** It would happen if there were more of something. */
const isLacking = (refused: object): boolean => blockersOf(refused).some(isShort)

interface Refused {
  blockers: readonly object[]
  body?: object | null | undefined
}

const isWithoutLines = (blocker: object): boolean => (blocker as { code?: string }).code === 'no_lines'

/**
 * Refused as long as its body says nothing: a batch that still has a value is given up by writing that off, and the recipe
 * may have ingredients of another phase to issue.
 */
export function isForBody({ blockers: [first], body }: Refused): boolean {
  const { properties = {} } = (body ?? {}) as { properties?: object }
  if (first === undefined) return false
  if ('write_off' in properties) return blockersOf(first).some(({ value }) => value !== undefined)
  return 'phase' in properties && isWithoutLines(first)
}

/** Whoever asks may never do it. */
export const isForOthers = ({ blockers: [first] }: Refused): boolean =>
  ['insufficient_scope', 'forbidden', 'module_not_enabled'].includes(
    (first as { code?: string } | undefined)?.code ?? '',
  )

/** Not possible as long as something is missing: its dialog says what. Nobody should have to look for it in a menu. */
export const isWanting = (action: Refused & { allowed: boolean }): boolean => {
  const [first] = action.blockers
  if (action.allowed || first === undefined || isForBody(action)) return false
  return isWithoutLines(first) || isLacking(first)
}
