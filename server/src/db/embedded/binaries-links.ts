/** The links between PostgreSQL's libraries, which npm does not pack: the install script for them may be blocked. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { codeOf, unlessMissing } from './errors.ts'

interface LibraryLink {
  link: string
  library: string
}

/** `pg-symlinks.json` names its "target" the link and its "source" the library, both from the package's root. */
function missingLinks(native: string): LibraryLink[] {
  const text = unlessMissing(() => readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) ?? '[]'
  const entries = JSON.parse(text) as { source: string; target: string }[]
  return entries
    .map(({ source, target }) => ({
      link: path.join(native, path.relative('native', target)),
      library: path.relative(path.dirname(target), source),
    }))
    .filter(({ link }) => !existsSync(link))
}

/** False when the folder is read-only and links are missing: without them the programs do not find their libraries. */
export function addMissingLinks(native: string): boolean {
  for (const { link, library } of missingLinks(native)) {
    try {
      symlinkSync(library, link)
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return false
      // Another process of ours made it at this moment.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  return true
}
