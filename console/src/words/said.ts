/** What the service says of a field or of a refusal, in the language of a page: by its code and its reason. */
import type { words as english } from './en/problems.ts'

type Words = Pick<typeof english, 'rows' | 'reasons' | 'phrases'>

/** Of a problem, of what blocks an action, or of a row. */
interface Because {
  reason?: string
  params?: Readonly<Record<string, string>>
}

interface Row extends Because {
  code: string
  message: string
}

const isEmptiness = ({ reason, params }: Because): boolean =>
  reason === 'missing' || (reason === 'min_length' && params?.limit === '1')

/** Codes that say too little by themselves. */
const vague = new Set(['not_allowed', 'required'])

function sayReason({ reason = '', params = {} }: Because, { reasons }: Words): string | undefined {
  const here = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  if (typeof here === 'function') return here(params)
  return here?.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '')
}

function sayPhrase(said: string, { phrases }: Words): string | undefined {
  for (const [pattern, here] of phrases) {
    const found = pattern.exec(said)
    if (found) return here.replace(/\$(\d)/g, (_, part) => found[Number(part)] ?? '')
  }
  return undefined
}

/** The sentence of a problem, or of what blocks an action. */
export function sayDetail(said: object & { detail?: string }, words: Words): string {
  const { detail = '' } = said
  return sayReason(said as Because, words) ?? sayPhrase(detail, words) ?? detail
}

/** English is what the service speaks: there it says more than the code does. */
export function sayRow(row: Row, words: Words): string {
  if (isEmptiness(row)) return words.rows.required
  if (words.phrases.length === 0) return row.message
  const said = sayReason(row, words) ?? sayPhrase(row.message, words)
  if (said !== undefined) return said
  const general = (words.rows as Record<string, string>)[row.code]
  return general && !vague.has(row.code) ? general : `${general ?? ''} ${row.message}`.trim()
}
