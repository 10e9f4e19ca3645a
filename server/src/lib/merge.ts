/** A PATCH in one word: what was not sent is kept; null was sent, and clears. */
export const keep = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent)

/** The fields of `after` that are not as they were. */
export const changedFields = <T extends object>(before: NoInfer<T>, after: T): (keyof T)[] =>
  (Object.keys(after) as (keyof T)[]).filter(name => after[name] !== before[name])
