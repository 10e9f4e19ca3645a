/** A line of the log for each write that was refused, and for each call that failed. Never a body, never a secret. */
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { boundedWindows } from '../lib/bounded-windows.ts'

/** Of one caller and one code in a minute: whoever repeats a mistake a thousand times has made one. */
const mostLines = 20
const windowMs = 60_000
const mostWindows = 10_000

export interface Refused {
  status: number
  /** What PostgreSQL or the system said, by its code. */
  cause?: string | undefined
}

export type TellRefusal = (request: FastifyRequest, refused: Refused) => void

export function refusalTeller(log: Logger): TellRefusal {
  const windows = boundedWindows({ windowMs, most: mostWindows })
  return (request, { status, cause }) => {
    const isFailure = status >= 500
    if (!isFailure && (request.method === 'GET' || request.method === 'HEAD')) return
    const { caller, code } = request.passage
    const { count } = windows.count(`${caller?.pass.id ?? request.ip} ${code}`)
    if (count > mostLines) return
    const line = {
      requestId: request.id,
      tenant: caller?.tenant.slug,
      ...(caller && { book: caller.book.isLive ? 'live' : 'test', [passName[caller.pass.kind]]: caller.pass.id }),
      route: request.routeOptions.config.endpoint?.id,
      method: request.method,
      status,
      code,
      cause,
      ms: Math.round(performance.now() - request.passage.startedMs),
      ...(count === mostLines && { note: 'more of these within the minute are not told' }),
    }
    log[isFailure ? 'warn' : 'info'](line, isFailure ? 'a call failed' : 'a write was refused')
  }
}

const passName = { key: 'keyId', session: 'sessionId' } as const
