/** Refusals with their reason: a word for programs, its values, and the text made of both. */

import { type Reason, reasonTexts } from './problems/reason-texts.ts'
import type { ProblemRow, RowCode } from './problems.ts'

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Given<Why extends Reason> = Record<NamesIn<(typeof reasonTexts)[Why]>, string>
type Values<Why extends Reason> = [NamesIn<(typeof reasonTexts)[Why]>] extends [never] ? [] : [values: Given<Why>]

export interface Because {
  reason: Reason
  /** The values in the text. */
  params?: Record<string, string>
}

/** The text of a reason, the reason itself, and its values. */
const told = (reason: Reason, params?: Record<string, string>): { text: string } & Because => ({
  text: reasonTexts[reason].replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? ''),
  reason,
  ...(params && { params }),
})

/** Of a problem: `problem('conflict', { ...because('goods_arrived'), blockers })`. */
export const because = <Why extends Reason>(why: Why, ...[values]: Values<Why>): { detail: string } & Because => {
  const { text, ...rest } = told(why, values)
  return { detail: text, ...rest }
}

/** Of a row, whose value is refused unless another code says otherwise. */
export const rowBecause = <Why extends Reason>(
  { field, code = 'not_allowed' }: { field: string; code?: RowCode },
  why: Why,
  ...[values]: Values<Why>
): ProblemRow => {
  const { text, ...rest } = told(why, values)
  return { field, code, message: text, ...rest }
}
