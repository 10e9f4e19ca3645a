import type { words as en } from '../en/problems.ts'

/** Titles of problems by their code. */
export const words: typeof en = { titles: {} as Record<string, string>, rows: {} as Record<string, string> }
