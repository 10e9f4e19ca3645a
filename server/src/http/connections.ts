/** Gives connections up: those too many, those whose client does not read, and those that heard their last word. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressList, isListed, networkOf, plainAddress } from '../lib/addresses.ts'
import { countedPlaces, type Places, type PlacesHere } from '../lib/places.ts'

export interface ConnectionLimits {
  /** Open at once, over all. */
  most: number
  /** Of one address. A proxy speaks for many and has no bound of its own. */
  maxPerAddress: number
  isProxy: (address: string) => boolean
  /** How long an answer may lie unread. */
  unreadMs: number
  /** Counts them together with other processes that share the port; without it this one counts its own. */
  places?: Places
}

const bounds = { most: 2_000, maxPerAddress: 500 }

/** Of all processes that share a port. */
export const connectionPlaces = (): PlacesHere => countedPlaces({ most: bounds.most, mostOfOne: bounds.maxPerAddress })

export const connectionLimits = (trustProxy: TrustedProxies): ConnectionLimits => ({
  ...bounds,
  isProxy: proxiesOf(trustProxy),
  unreadMs: 30_000,
})

/** Those whose X-Forwarded-For is believed: nobody, so many from here on, or those at these addresses. */
export type TrustedProxies = false | number | string[]

function proxiesOf(trustProxy: TrustedProxies): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false
  const list = addressList(trustProxy)
  return address => list !== undefined && isListed(list, plainAddress(address))
}

/** What a client has after the last word to take it and to close. */
const lastWordMs = 1_000

export function watchConnections(server: Server, limits: ConnectionLimits): void {
  // Those that share a port would hand each other for ever what none of them has room for.
  if (!limits.places) server.maxConnections = limits.most
  boundConnections(server, limits)
  giveUpUnread(server, limits.unreadMs)
}

function boundConnections(server: Server, { maxPerAddress, isProxy, places: shared }: ConnectionLimits): void {
  const places = shared ?? countedPlaces({ mostOfOne: maxPerAddress })
  const admit = async (socket: Socket, network: string | null): Promise<void> => {
    const taking = places.take(network)
    const isTaken = typeof taking === 'boolean' ? taking : await taking
    if (!isTaken) socket.destroy()
    else if (socket.closed) places.giveBack(network)
    else socket.once('close', () => places.giveBack(network))
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return
    void admit(socket, isProxy(address) ? null : networkOf(address))
  })
}

/** What was told of an unread answer when it was last looked at. */
interface Progress {
  taken: number
  queued: number
  sinceMs: number
}

/** Only what leaves counts: a client that sends a byte now and then still does not read. */
function giveUpUnread(server: Server, unreadMs: number): void {
  const unread = new Map<Socket, Progress | undefined>()
  server.on('connection', (socket: Socket) => {
    unread.set(socket, undefined)
    socket.once('close', () => unread.delete(socket))
  })
  const look = () => {
    const nowMs = performance.now()
    for (const [socket, before] of unread) {
      const now = progressOf(socket, nowMs)
      const hasMoved = !now || !before || now.taken !== before.taken || now.queued !== before.queued
      if (hasMoved) unread.set(socket, now)
      else if (nowMs - before.sinceMs >= unreadMs) socket.destroy()
    }
  }
  const looking = setInterval(look, unreadMs / 6).unref()
  server.once('close', () => clearInterval(looking))
}

/** Undefined when nothing waits to be read. */
function progressOf(socket: Socket, sinceMs: number): Progress | undefined {
  if (socket.writableLength === 0) return undefined
  // A large piece counts as written only when all of it is; what is left of it knows the handle alone.
  const { writeQueueSize = 0 } = (socket as { _handle?: { writeQueueSize?: number } })._handle ?? {}
  return { taken: socket.bytesWritten - socket.writableLength, queued: writeQueueSize, sinceMs }
}

/** Whoever does not close by then is closed: `end` alone waits for the other side for ever. */
export function endWith(socket: Socket, words: string): void {
  socket.end(words)
  const timer = setTimeout(() => socket.destroy(), lastWordMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
