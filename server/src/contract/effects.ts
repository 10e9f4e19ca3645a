/** How the effects of a dry run are declared. */
import type { AnyShape, Typed } from './schema.ts'
import type { Scope } from './scopes.ts'

/** What a dry run may show beside the result, such as the stock that would move. */
export interface EffectsSpec<Shown = unknown> {
  /** Whoever holds none of them sees only that there are effects. */
  readonly scopes: readonly Scope[]
  readonly schema: AnyShape & Typed<Shown>
}
