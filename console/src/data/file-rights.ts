/** PURE: who may attach files to what, and how large they may be. */
import { fileRights } from './generated/file-rights.ts'
import { rightInForce } from './right-in-force.ts'

/** Nothing where a record of this kind has no files, or the account not its module. */
export const fileRightOf = (object: string, modules: readonly string[]): string | undefined =>
  rightInForce(fileRights[object] ?? [], modules)

/** What the service takes; a larger one is refused before its bytes go anywhere. */
export const largestFileBytes = 25 * 1024 * 1024
/** What its inbox takes. */
export const largestInboxBytes = 4 * 1024 * 1024
