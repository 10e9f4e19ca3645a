/** What a domain asks of one above it, which it may not import: declared below, filled above, found through the house. */

export interface Slot<Filling> {
  readonly name: string
  /** For the compiler alone. */
  readonly filling?: Filling
}

export const defineSlot = <Filling>(name: string): Slot<Filling> => Object.freeze({ name })

export interface FilledSlot {
  slot: Slot<unknown>
  filling: unknown
}

export const fill = <Filling>(slot: Slot<Filling>, filling: NoInfer<Filling>): FilledSlot => ({ slot, filling })
