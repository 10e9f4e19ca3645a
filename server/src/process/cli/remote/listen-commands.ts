/** `listen`, `tail` and `replay`: events of a key, as they come or once more. */
import { newSecret } from '../../../domains/webhooks/signing.ts'
import type { Mode } from '../../../lib/api-key.ts'
import { isUuid } from '../../../lib/ids.ts'
import { Refusal, type Terminal, type Tools } from '../command.ts'
import { paintFor } from '../look.ts'
import { answerOf, profileOf, type RemoteOptions, type Service, serviceAt } from './connection.ts'
import { followEvents, logEnd, type StreamedEvent } from './event-stream.ts'
import { eventLine, type Forwarder, forwarderTo } from './forwarding.ts'

interface FollowOptions extends RemoteOptions {
  types?: string[]
  since?: number
  json?: boolean
}

interface TailOptions extends FollowOptions {
  tenant?: string
  mode?: Mode
}

interface ForwardOptions extends FollowOptions {
  forward: string
  secret?: string
}

export async function listenCommand({ terminal }: Tools, options: ForwardOptions): Promise<void> {
  const service = serviceAt(await profileOf(terminal, options))
  const { wished: signal } = terminal.stopSignals()
  const forwarder = openForwarder(terminal, options, signal)
  for await (const streamed of following(terminal, service, { ...options, signal })) await forwarder.forward(streamed)
  tellEnd(terminal, forwarder)
}

export async function tailCommand(tools: Tools, options: TailOptions, what: string): Promise<void> {
  if (what === 'requests') return (await import('../request-tail.ts')).tailRequests(tools, options)
  if (what !== 'events') throw new Refusal(`There are events and requests to tail, not ${what}.`)
  const { terminal } = tools
  const service = serviceAt(await profileOf(terminal, options))
  const { wished: signal } = terminal.stopSignals()
  const paint = paintFor(terminal)
  for await (const { event, text } of following(terminal, service, { ...options, signal })) {
    const { object, id = '' } = event.data.object as { object: string; id?: string }
    terminal.say(options.json ? text : `${eventLine(event, paint)}   ${object} ${id}`.trimEnd())
  }
}

const following = (
  terminal: Terminal,
  service: Service,
  { since, types, signal }: Pick<FollowOptions, 'since' | 'types'> & { signal: AbortSignal },
): AsyncGenerator<StreamedEvent> =>
  followEvents(service, {
    since,
    types,
    signal,
    onLost: reason => terminal.complain(`cellarbook: The line is lost, another try follows: ${reason}`),
  })

function openForwarder(terminal: Terminal, options: ForwardOptions, signal: AbortSignal): Forwarder {
  const { forward: url, json } = options
  const secret = options.secret ?? newSecret()
  // With --json every line is an event; the secret is told beside them.
  const tell = json ? terminal.complain : terminal.say
  if (options.secret === undefined) tell(`Signing secret   ${secret}`)
  tell(`Forwarding to    ${url}`)
  return forwarderTo({ terminal, url, secret, signal, json })
}

const tellEnd = (terminal: Terminal, { counts: { taken, givenUp } }: Forwarder): void =>
  terminal.complain(`${taken} ${taken === 1 ? 'event' : 'events'} taken, ${givenUp} given up.`)

interface ReplayOptions extends RemoteOptions {
  since: string
  types?: string[]
  forward?: string
  secret?: string
  endpoint?: string
  json?: boolean
}

export async function replayCommand({ terminal, print }: Tools, options: ReplayOptions): Promise<void> {
  const { endpoint, forward, types } = options
  if ((endpoint === undefined) === (forward === undefined)) throw new Refusal('Give --endpoint or --forward.')
  if (endpoint !== undefined && types) throw new Refusal('An endpoint gets its own types: leave --types out.')
  const service = serviceAt(await profileOf(terminal, options))
  const since = await sequenceOf(service, options.since)
  if (forward !== undefined) return replayTo(terminal, service, { ...options, forward, since })
  const path = `/webhook-endpoints/${encodeURIComponent(endpoint!)}/actions/replay`
  const body = JSON.stringify({ since_sequence: since })
  const { id, url } = await answerOf<{ id: string; url: string }>(service, { method: 'POST', path, body })
  print(options.json, { id, url, since_sequence: since }, [`${url} gets every matching event after ${since} again.`])
}

/** A sequence, after which the events come, or the id of the first of them. */
async function sequenceOf(service: Service, since: string): Promise<number> {
  if (/^\d{1,15}$/.test(since)) return Number(since)
  if (!isUuid(since)) throw new Refusal(`--since takes a sequence or the id of an event, not ${since}.`)
  const event = await answerOf<{ sequence: number }>(service, { method: 'GET', path: `/events/${since}` })
  return event.sequence - 1
}

/** To where the log ends now. All types are read, so that the end is seen whatever its type. */
async function replayTo(
  terminal: Terminal,
  service: Service,
  options: ForwardOptions & { since: number },
): Promise<void> {
  const { since, types } = options
  const { latest } = await logEnd(service, { types })
  const { wished: signal } = terminal.stopSignals()
  const forwarder = openForwarder(terminal, options, signal)
  if (latest > since) {
    for await (const streamed of following(terminal, service, { since, signal })) {
      if (isWanted(streamed.event.type, types)) await forwarder.forward(streamed)
      if (streamed.event.sequence >= latest) break
    }
  }
  tellEnd(terminal, forwarder)
}

const isWanted = (type: string, patterns: string[] = ['*']): boolean =>
  patterns.some(each => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))))
