/** What a check of `cellarbook doctor` found, and what to do about it. */

export interface Finding {
  /** Of the check: `disk`, `mail`. */
  check: string
  status: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do; null where there is nothing. */
  advice: string | null
}

export const fine = (check: string, detail: string): Finding => ({ check, status: 'ok', detail, advice: null })

export const warning = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'warning',
  detail,
  advice,
})

export const failed = (check: string, detail: string, advice: string): Finding => ({
  check,
  status: 'failed',
  detail,
  advice,
})

/** Words of an error that is not ours, on one line. */
export const wordsOf = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException
  return (message || code || String(error)).split('\n', 1)[0]!
}
