/** PURE: who may attach files to what, and how large they may be. */
import { fileRights } from './generated/file-rights.ts'

/** Rights of the core need no module. */
const isSubscribed = (right: string, modules: readonly string[]): boolean =>
  right.startsWith('core:') || modules.includes(right.split(':')[0]!)

/** The first whose module the account has: who sells writes invoices by the right to sell, others by that of finance. */
export const rightInForce = (rights: readonly string[], modules: readonly string[]): string | undefined =>
  rights.find(right => isSubscribed(right, modules))

/** Nothing where a record of this kind has no files, or the account not its module. */
export const fileRightOf = (object: string, modules: readonly string[]): string | undefined =>
  rightInForce(fileRights[object] ?? [], modules)

/** What the service takes; a larger one is refused before its bytes go anywhere. */
export const largestFileBytes = 25 * 1024 * 1024
/** What its inbox takes. */
export const largestInboxBytes = 4 * 1024 * 1024
