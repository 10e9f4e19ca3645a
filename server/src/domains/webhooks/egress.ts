/** Kept connections to receivers: an undici agent whose every new socket comes from the checked connector. */
import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { type ConnectionRules, type ConnectionTimes, noTimes, openConnection, type Peer } from './connection.ts'
import type { Deadline } from './deadline.ts'

/** What one request learns about the connection it went over; handed along as the request's `opaque`. */
export interface Trail {
  isReused: boolean
  times: ConnectionTimes
}

/** Runs work that ends at its deadline or when the sender is closed. */
export type WithinTime = <T>(work: (deadline: Deadline) => Promise<T>) => Promise<T>

export interface Egress {
  rules: ConnectionRules
  withinTime: WithinTime
  /** False: each request has a connection of its own. */
  keepsConnections: boolean
}

export function egressAgent(egress: Egress): Agent {
  const options: Client.Options = {
    pipelining: egress.keepsConnections ? 1 : 0,
    // An idle socket is given up before most receivers do, and a longer wish of the receiver is not granted for ever.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    // The sender has one deadline over everything; these would be two more, and coarser ones.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1_024,
  }
  return new Agent({
    factory: origin => new Pool(origin, { factory: poolOrigin => checkedClient(poolOrigin, options, egress) }),
  })
}

/** A client is one connection at a time, so it can tell each request whether that connection is a used one. */
function checkedClient(origin: URL, options: Client.Options, { rules, withinTime }: Egress): Client {
  let isConnected = false
  let times = noTimes()
  const connect: buildConnector.connector = (wanted, callback) => {
    const opening = times
    withinTime(deadline => openConnection(peerOf(wanted), rules, { times: opening, signal: deadline.signal() })).then(
      socket => callback(null, socket),
      error => callback(error, null),
    )
  }
  const client = new Client(origin, { ...options, connect })
  client.on('connect', () => {
    isConnected = true
  })
  client.on('disconnect', () => {
    isConnected = false
  })
  const dispatch = client.dispatch.bind(client)
  client.dispatch = (request: Dispatcher.DispatchOptions & { opaque?: Trail }, handler) => {
    if (!isConnected) times = noTimes()
    if (request.opaque) Object.assign(request.opaque, { isReused: isConnected, times: isConnected ? noTimes() : times })
    return dispatch(request, handler)
  }
  return client
}

const peerOf = ({ hostname, port }: buildConnector.Options): Peer => ({
  host: hostname.replace(/\.$/, ''),
  port: Number(port || 443),
})
