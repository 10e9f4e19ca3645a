/** The version of the program, as its package says. */
import { readFileSync } from 'node:fs'

/** Read when it is asked for; the file is two folders above this one in `src` and in `dist` alike. */
export const readVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version
