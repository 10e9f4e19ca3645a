/** What the service says of a field or of a refusal, in the language of a page as far as its words are known. */
import type { words as english } from './en/problems.ts'

type Words = Pick<typeof english, 'rows' | 'phrases'>

interface Row {
  code: string
  message: string
}

const isEmptiness = ({ code, message }: Row): boolean =>
  (code === 'required' && message === 'Required.') || message === 'Must have at least 1 characters.'

/** Codes that say too little by themselves. */
const vague = new Set(['not_allowed', 'required'])

export function sayDetail(said: string, { phrases }: Words): string {
  for (const [pattern, here] of phrases) {
    const found = pattern.exec(said)
    if (found) return here.replace(/\$(\d)/g, (_, part) => found[Number(part)] ?? '')
  }
  return said
}

/** English is what the service speaks: there it says more than the code does. */
export function sayRow(row: Row, words: Words): string {
  if (isEmptiness(row)) return words.rows.required
  if (words.phrases.length === 0) return row.message
  const said = sayDetail(row.message, words)
  if (said !== row.message) return said
  const general = (words.rows as Record<string, string>)[row.code]
  return general && !vague.has(row.code) ? general : `${general ?? ''} ${row.message}`.trim()
}
