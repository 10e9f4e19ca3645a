/** Puts an example beside a schema. */
import type { Components } from './components.ts'
import type { Part } from './document.ts'

/** Nothing where there is none. Those that look alike are written once. */
export const shownAs = (name: string, value: unknown, components: Components): Part =>
  value === undefined ? {} : { examples: { demo: components.share('examples', name, { value }) } }
