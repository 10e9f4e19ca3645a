/** A PATCH in one word: what was not sent is kept; null was sent, and clears. */
export const keep = <T>(sent: T | undefined, kept: T): T => (sent === undefined ? kept : sent)
