/** Text as people search it: lower case, without accents, so that "plzen" finds "Plzeň". */

export const searchable = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter(part => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** The pattern of a `like` that finds the words anywhere; the caller's own wildcards are plain characters. */
export const containing = (words: string): string => `%${plainly(searchable(words))}%`

/** The pattern of what begins with the words. */
export const beginning = (words: string): string => `${plainly(searchable(words))}%`

/** The pattern of what begins with the words, where spaces are left out on both sides. */
export const beginningWith = (words: string): string => `${plainly(searchable(words).replace(/\s+/g, ''))}%`

/** The same for a text that is searched as it is. */
export const containingPlainly = (part: string): string => `%${plainly(part)}%`

const plainly = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
