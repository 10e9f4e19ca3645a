/** Sends a public document: as the client can read it, or not at all when it has it already. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Coding, PublicDocument } from '../kernel/public-document.ts'
import { matches } from './conditional.ts'

export function sendDocument(request: FastifyRequest, reply: FastifyReply, { mediaType, tag, bytes }: PublicDocument) {
  // Kept by clients and asked for again: a new version of the service is seen at once.
  reply.headers({ ETag: `W/"${tag}"`, Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache' })
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, tag)) return reply.code(304).send()
  const coding = codingFor(request.headers['accept-encoding'])
  if (coding !== 'identity') reply.header('Content-Encoding', coding)
  return reply.code(200).header('Content-Type', mediaType).send(bytes[coding])
}

/** The smallest a client accepts, by RFC 9110: `*` stands for what is not named, a weight of 0 refuses. */
export function codingFor(accepted = '', offered: readonly Coding[] = ['br', 'gzip']): Coding {
  const weights = new Map(accepted.split(',').map(weightOf))
  const isAccepted = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  return offered.find(isAccepted) ?? 'identity'
}

function weightOf(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase())
  const weight = parameters.find(parameter => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
}
