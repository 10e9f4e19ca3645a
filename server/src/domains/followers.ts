/** Every domain whose documents show names of other records. */
import type { Follower } from '../kernel/context.ts'
import { financeFollower } from './finance/followers.ts'
import { salesFollower } from './sales/followers.ts'
import { stockFollower } from './stock/followers.ts'

export const followers: readonly Follower[] = [stockFollower, financeFollower, salesFollower]
