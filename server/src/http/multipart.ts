/** Gate 9 for multipart/form-data: the bytes of a body become one file, or a refusal. */
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { type ProblemRow, problem, validationFailed } from '../contract/problems.ts'
import type { SentFile } from '../kernel/ports/files.ts'

/** Boundaries and headers around the file. */
export const envelopeBytes = 64 * 1024

const maxParts = 20

export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '')

const wholeBody = (message: string) => validationFailed([{ field: '', code: 'not_allowed', message }])

interface WantedFile {
  part: string
  maxBytes: number
}

interface Parts {
  files: { part: string; file: SentFile; isTooLong: boolean }[]
  fields: string[]
}

/** The one file of the body, in the part that is asked for. */
export async function readFile(
  bytes: Buffer | undefined,
  contentType: string,
  { part, maxBytes }: WantedFile,
): Promise<SentFile> {
  const { files, fields } = await partsOf(bytes ?? Buffer.alloc(0), contentType, { part, maxBytes })
  if (files.some(({ isTooLong }) => isTooLong)) throw problem('payload_too_large')
  const wanted = files.filter(file => file.part === part)
  const [first] = wanted
  if (!first || first.file.bytes.length === 0) throw problem('no_file')
  const others = [...fields, ...files.filter(file => file.part !== part).map(file => file.part)]
  const rows: ProblemRow[] = [...new Set(others)].map(field => ({
    field,
    code: 'unknown_field',
    message: 'Unknown part.',
  }))
  if (wanted.length > 1) rows.push({ field: part, code: 'not_allowed', message: 'Send one file at a time.' })
  if (rows.length > 0) throw validationFailed(rows)
  return first.file
}

function partsOf(bytes: Buffer, contentType: string, wanted: WantedFile): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const parts: Parts = { files: [], fields: [] }
    let isRefused = false
    const refuse = (message: string) => {
      isRefused = true
      reject(wholeBody(message))
    }
    const reader = open(contentType, wanted)
    if (!reader) return refuse('The multipart body cannot be read: it names no boundary.')
    reader.on('file', (part, stream, ...[name, , mediaType]) => {
      const chunks: Buffer[] = []
      // Without a listener of its own a body cut inside the file would end the process.
      stream.on('error', () => refuse('The multipart body is damaged.'))
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const file = { name: name ?? '', mediaType, bytes: Buffer.concat(chunks) }
        parts.files.push({ part: part ?? '', file, isTooLong: file.bytes.length > wanted.maxBytes })
      })
    })
    reader.on('field', name => parts.fields.push(name ?? ''))
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      reader.on(limit, () => refuse('The multipart body has too many parts.'))
    }
    reader.on('error', () => refuse('The multipart body is damaged.'))
    reader.on('finish', () => resolve(parts))
    feed(reader, bytes, () => isRefused).catch(reject)
  })
}

const sliceBytes = 8 * 1024
/** About what a usual file takes; bodies made to hurt take longer for a slice. */
const turnMs = 1

/** In slices: after a while others have their turn, and what is refused is not read to its end. */
async function feed(reader: Writable, bytes: Buffer, isOver: () => boolean): Promise<void> {
  let begun = performance.now()
  for (let at = 0; at < bytes.length && !isOver(); at += sliceBytes) {
    await new Promise(resolve => reader.write(bytes.subarray(at, at + sliceBytes), resolve))
    if (performance.now() - begun < turnMs) continue
    await nextTurn()
    begun = performance.now()
  }
  if (!isOver()) reader.end()
}

function open(contentType: string, { part: filePart, maxBytes }: WantedFile) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      preservePath: true,
      // A file is known by its part: some clients send it without a name.
      isPartAFile: (part, _type, name) => part === filePart || name !== undefined,
      limits: { parts: maxParts, fileSize: maxBytes + 1, fieldSize: 1_000, headerPairs: 20, headerSize: 8_192 },
    })
  } catch {
    return undefined
  }
}
