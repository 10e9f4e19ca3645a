/** Events sent on to an address near you, as webhooks are: the same bytes, the same headers, signed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { apiVersion } from '../../../contract/schema.ts'
import { signHeaders } from '../../../domains/webhooks/signing.ts'
import type { Terminal } from '../command.ts'
import { type Paint, paintFor } from '../look.ts'
import type { StreamedEvent } from './event-stream.ts'

export interface Forwarding {
  terminal: Terminal
  url: string
  secret: string
  signal: AbortSignal
  json: boolean | undefined
}

interface Sent {
  http_status: number | null
  duration_ms: number
  error: string | null
}

/** Short, because somebody is watching. */
const gapsMs = [1_000, 2_000, 5_000]
/** The time receivers of webhooks have. */
const timeoutMs = 10_000

export interface Forwarder {
  /** Sends an event until it is taken or given up. */
  forward(streamed: StreamedEvent): Promise<void>
  counts: { taken: number; givenUp: number }
}

export function forwarderTo(forwarding: Forwarding): Forwarder {
  const { signal } = forwarding
  const report = reporterFor(forwarding)
  const counts = { taken: 0, givenUp: 0 }
  let previous: number | undefined
  return {
    counts,
    async forward(streamed) {
      for (let attempt = 1; !signal.aborted; attempt++) {
        const sent = await send(forwarding, streamed, { attempt, previous })
        if (signal.aborted) return
        const gapMs = sent.error === null ? undefined : gapsMs[attempt - 1]
        report(streamed, { ...sent, attempt }, gapMs)
        if (gapMs !== undefined) {
          await sleep(gapMs, undefined, { signal }).catch(() => {})
          continue
        }
        counts[sent.error === null ? 'taken' : 'givenUp'] += 1
        previous = streamed.event.sequence
        return
      }
    },
  }
}

async function send(
  { url, secret, signal }: Forwarding,
  { event, text }: StreamedEvent,
  { attempt, previous }: { attempt: number; previous: number | undefined },
): Promise<Sent> {
  const body = Buffer.from(text)
  const startMs = performance.now()
  const took = () => Math.round(performance.now() - startMs)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      body,
      headers: {
        ...signHeaders({ id: event.id, body, secrets: [secret], nowMs: Date.now(), attempt }),
        'user-agent': `Cellarbook/${apiVersion}`,
        'webhook-sequence': String(event.sequence),
        ...(previous !== undefined && { 'webhook-previous-sequence': String(previous) }),
      },
    })
    await answer.body?.cancel()
    const error = answer.ok ? null : `http_${answer.status}`
    return { http_status: answer.status, duration_ms: took(), error }
  } catch (error) {
    return { http_status: null, duration_ms: took(), error: faultOf(error as Error) }
  }
}

const faultOf = ({ name, message, cause }: Error): string =>
  name === 'TimeoutError' ? 'timeout' : ((cause as { code?: string } | undefined)?.code ?? message)

type Report = (streamed: StreamedEvent, sent: Sent & { attempt: number }, gapMs: number | undefined) => void

function reporterFor({ terminal, json }: Forwarding): Report {
  const paint = paintFor(terminal)
  return ({ event }, sent, gapMs) => {
    const { id, sequence, type } = event
    if (json) return terminal.say(JSON.stringify({ id, sequence, type, ...sent }))
    const status = paint(String(sent.http_status ?? sent.error), sent.error === null ? 'green' : 'red')
    const next = sent.error === null ? '' : gapMs === undefined ? '   given up' : `   again in ${gapMs / 1_000} s`
    terminal.say(`${eventLine(event, paint)}   ${status}   ${sent.duration_ms} ms${next}`)
  }
}

/** An event in a line: when, which, what. */
export const eventLine = (event: StreamedEvent['event'], paint: Paint): string =>
  `${paint(event.created_at.slice(11, 19), 'dim')}   #${event.sequence}   ${event.type}`
