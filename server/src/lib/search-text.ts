/** Text as people search it: lower case, without accents, so that "plzen" finds "Plzeň". */

export const searchable = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter(part => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** The pattern of a `like` that finds the words anywhere; the caller's own wildcards are plain characters. */
export const containing = (words: string): string => `%${searchable(words).replace(/[\\%_]/g, '\\$&')}%`
