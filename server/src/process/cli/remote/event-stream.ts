/** The log of a service as it grows: a stream that is resumed where it broke off. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../../../contract/event.ts'
import { type Call, refusalOf, type Service, Unreachable } from './connection.ts'

export interface StreamedEvent {
  event: Event
  /** The bytes of a webhook: what is signed and sent. */
  text: string
}

export interface Following {
  /** Events after this one; only what comes from now on without it. */
  since?: number | undefined
  types?: string[] | undefined
  signal: AbortSignal
  /** Told when the line is lost, before another try. */
  onLost(reason: string): void
}

/** As long as the service asks its own streams to wait. */
const retryMs = 2_000

/** Ends when the signal comes; a service that is away for a while is waited for, once it was there. */
export async function* followEvents(service: Service, following: Following): AsyncGenerator<StreamedEvent> {
  const { signal, onLost } = following
  let after = await startOf(service, following)
  while (!signal.aborted) {
    try {
      for await (const streamed of streamOf(await openStream(service, following, after))) {
        yield streamed
        after = streamed.event.sequence
      }
      if (!signal.aborted) onLost('the service closed the stream')
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Lost)) throw error
      onLost(error.message)
    }
    await sleep(retryMs, undefined, { signal }).catch(() => {})
  }
}

/** The line may come back. */
class Lost extends Error {}

/** Where the log ends now, so that nothing is missed when the line breaks before the first event. */
async function startOf(service: Service, { since, types, signal }: Following): Promise<number> {
  const { latest } = await logEnd(service, { types, signal })
  return since ?? latest
}

/** The sequence of the last event, whatever its type. Refuses types there are none of. */
export async function logEnd(
  service: Service,
  { types, signal }: Pick<Following, 'types'> & { signal?: AbortSignal },
): Promise<{ latest: number }> {
  const query = new URLSearchParams({ limit: '1', ...(types && { types: types.join(',') }) })
  const answer = await service({ method: 'GET', path: `/events?${query}`, ...(signal && { signal }) })
  if (!answer.ok) throw await refusalOf(answer)
  await answer.arrayBuffer()
  return { latest: Number(answer.headers.get('x-service-latest-sequence')) }
}

async function openStream(service: Service, { types, signal }: Following, after: number): Promise<Response> {
  const query = new URLSearchParams({ since_sequence: String(after), ...(types && { types: types.join(',') }) })
  const call: Call = { method: 'GET', path: `/events/stream?${query}`, signal }
  const answer = await service(call).catch(error => {
    throw error instanceof Unreachable ? new Lost(error.message) : error
  })
  if (answer.ok) return answer
  const refusal = await refusalOf(answer)
  const isPassing = answer.status === 429 || answer.status >= 500
  throw isPassing ? new Lost(refusal.message) : refusal
}

/** Server-sent events: ours have one line of data each. */
async function* streamOf(answer: Response): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of answer.body!) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
      rest = blocks.pop()!
      yield* blocks.flatMap(eventIn)
    }
  } catch (error) {
    throw new Lost((error as Error).message)
  }
}

const eventIn = (block: string): StreamedEvent[] => {
  const line = block.split('\n').find(each => each.startsWith('data: '))
  if (line === undefined) return []
  const text = line.slice('data: '.length)
  return [{ text, event: JSON.parse(text) as Event }]
}
