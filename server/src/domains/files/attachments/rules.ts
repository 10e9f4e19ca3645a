/** Which files are taken, and what their addresses say. */
import type { ProblemRow } from '../../../contract/problems.ts'
import type { Instant } from '../../../lib/instants.ts'

/** Programs and pages are no documents: opened by mistake they act. */
const activeTypes = [
  'text/html',
  'text/javascript',
  'text/ecmascript',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/vnd.microsoft.portable-executable',
  'application/x-executable',
  'application/x-sh',
  'application/x-httpd-php',
  'application/java-archive',
]
/** Windows forgets dots and spaces at the end of a name. */
const activeEndings =
  /\.(html?|xhtml|svgz?|m?js|exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|wsf|hta|jar|sh|php|phtml|lnk|reg|app|apk|iso)[.\s]*$/i
const documentFamilies = /^(application|image|text)\/|^message\/rfc822$/

export const isTakenFormat = (fileName: string, mediaType: string): boolean => {
  const type = mediaType.toLowerCase()
  return documentFamilies.test(type) && !activeTypes.includes(type) && !activeEndings.test(fileName)
}

/** Both members of the pair or none. */
export function entityPairErrors({ entity_type, entity_id }: Record<string, unknown>): ProblemRow[] {
  if ((entity_type === undefined) === (entity_id === undefined)) return []
  const field = entity_type === undefined ? 'entity_type' : 'entity_id'
  return [{ field, code: 'entity_pair_required', message: 'Send entity_type and entity_id together, or neither.' }]
}

/** Grouped by day, so that the sweep looks only at the days it has to; the name tells nothing of the file. */
export const pathOf = (now: Instant, bookId: string, id: string): string => `${now.slice(0, 10)}/${bookId}/${id}`

/** For old readers a name in ASCII, for all others the real one. */
export function dispositionOf(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\;%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escapeCharacter)
  return `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${exact}`
}

const escapeCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
