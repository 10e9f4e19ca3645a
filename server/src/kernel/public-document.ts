/** A document that is the same for everybody: written and compressed once, then kept as bytes. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fairPace, type Steps } from '../lib/steps.ts'

export interface PublicDocument {
  mediaType: string
  /** Of the content, whatever its coding. */
  tag: string
  /** The same content by content coding. */
  bytes: Record<Coding, Buffer>
}

export type Coding = 'br' | 'gzip' | 'identity'

type Write = () => string | Promise<string> | Steps<string>

/** Made when it is first wanted, in steps when it is long; those who ask meanwhile wait for the same one. */
export function publicDocument(mediaType: string, write: Write): () => Promise<PublicDocument> {
  let made: Promise<PublicDocument> | undefined
  return () => {
    made ??= compress(mediaType, write).catch(error => {
      // A document that could not be read once may be there the next time.
      made = undefined
      throw error
    })
    return made
  }
}

/** The best of brotli takes a second for what the next best does in a twentieth. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function compress(mediaType: string, write: Write): Promise<PublicDocument> {
  const written = await write()
  const identity = Buffer.from(typeof written === 'string' ? written : await fairPace().run(mediaType, written))
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, brotliQuality),
    promisify(gzip)(identity, { level: 9 }),
  ])
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { mediaType, tag, bytes: { br, gzip: gzipped, identity } }
}
