/** What the cash desk shows of other records follows their names. */
import type { Follower } from '../../kernel/context.ts'
import { packagingFollower } from './packaging/followers.ts'
import { copyItemsToKegs } from './taps/names.ts'

export const posFollower: Follower = {
  ...packagingFollower,
  async items(ctx, ids) {
    await packagingFollower.items?.(ctx, ids)
    await copyItemsToKegs(ctx, ids)
  },
}
