/** Bytes of files over HTTP: PUT to a sealed address, GET from one. Neither is buffered, neither needs a key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPath, type Outgoing, type Transfers, uploadPath } from '../kernel/ports/transfers.ts'

/** The storage stops long before, at the size that was announced. */
const largestUploadBytes = 1024 * 1024 * 1024

export function mountTransfers(app: FastifyInstance, transfers: Transfers): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put(
      `${uploadPath}/:token`,
      { config: { door: 'transfers', isTransfer: true }, bodyLimit: largestUploadBytes },
      async (request, reply) => {
        await transfers.receive({
          token: tokenOf(request),
          mediaType: request.headers['content-type'],
          // Who stops reading still wants to answer: the connection stays.
          bytes: request.raw.iterator({ destroyOnReturn: false }),
        })
        return reply.code(200).send()
      },
    )
    scope.get(`${contentPath}/:token`, { config: { door: 'transfers' } }, async (request, reply) =>
      send(request, reply, await transfers.send(tokenOf(request))),
    )
  })
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token

async function send(request: FastifyRequest, reply: FastifyReply, file: Outgoing) {
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'outside') {
    return reply.code(416).header('Content-Range', `bytes */${file.size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  // Opened before anything is said of it, and to its last byte: a file that is shorter than its row is a fault.
  const bytes = file.size === 0 ? '' : await file.open({ start, end })
  if (range) reply.header('Content-Range', `bytes ${start}-${end}/${file.size}`)
  reply.code(range ? 206 : 200).headers({
    'Content-Type': file.mediaType,
    'Content-Length': String(end - start + 1),
    'Content-Disposition': file.disposition,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
  })
  return reply.send(bytes)
}

/** One range of bytes, as RFC 9110 writes it. Several ranges or another unit: the whole file is a right answer. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'outside' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'outside' : { start, end }
}
