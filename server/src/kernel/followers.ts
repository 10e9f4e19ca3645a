/** Documents show names of other records. What is open follows a change of name; what is posted keeps what it said. */
import type { WriteContext } from './context.ts'

/** How a domain brings its open documents up to date, each as a new version, inside the write that changed the name. */
export interface Follower {
  partner?(ctx: WriteContext, partner: { id: string; name: string }): Promise<void>
  /** Also when the unit of the items is called otherwise. */
  items?(ctx: WriteContext, ids: string[]): Promise<void>
  warehouses?(ctx: WriteContext, ids: string[]): Promise<void>
}
