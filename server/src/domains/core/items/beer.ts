/** What core asks of excise, which stands above it: an item whose beer was counted stays as it was counted. */
import type { WriteContext } from '../../../kernel/context.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSlot } from '../../../kernel/slots.ts'
import type { Item } from './store.ts'

export interface ItemChange {
  before: Item
  after: Item
}

/** Refuses a change that would count other hectolitres, or another °Plato, than were counted. */
export const countedBeer = defineSlot<(ctx: WriteContext, change: ItemChange) => Promise<void>>('counted beer')

export const refuseCountedOtherwise = async (ctx: WriteContext, change: ItemChange): Promise<void> =>
  theHouse().fillingOf(countedBeer)?.(ctx, change)
