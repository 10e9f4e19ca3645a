import type { words as en } from '../en/fields.ts'

/** Names of fields and of their values. */
export const words: typeof en = { names: {} as Record<string, string>, values: {} as Record<string, string> }
