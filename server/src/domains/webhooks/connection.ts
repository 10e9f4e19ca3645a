/** One checked connection to a receiver: name, address, TLS. Nothing is sent to an address that is not allowed. */
import { connect, isIP, type Socket } from 'node:net'
import { type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls'
import { SendFault, tlsFault } from './faults.ts'
import type { Guard } from './guard.ts'
import type { Lookup } from './names.ts'

export interface Peer {
  /** An IP address or a name, without brackets. */
  host: string
  port: number
}

export interface ConnectionRules {
  guard: Guard
  lookup: Lookup
  secureContext: SecureContext
  timeoutMs: number
}

/** How long each step took; null for what was not needed or not reached. */
export interface ConnectionTimes {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
}

export const noTimes = (): ConnectionTimes => ({ dnsMs: null, connectMs: null, tlsMs: null })

interface Opening {
  times: ConnectionTimes
  signal: AbortSignal
}

/** Fills in `times` step by step, so that a failure shows how far it came. */
export async function openConnection(
  peer: Peer,
  rules: ConnectionRules,
  { times, signal }: Opening,
): Promise<TLSSocket> {
  const addresses = (await addressesOf(peer.host, rules.lookup, { times, signal })).filter(rules.guard.isAllowed)
  if (addresses.length === 0) throw new SendFault('address_not_public')
  const connectStartMs = performance.now()
  const socket = await connectToFirst({ addresses, port: peer.port }, rules, signal)
  times.connectMs = since(connectStartMs)
  const tlsStartMs = performance.now()
  const secured = await secure(socket, { host: peer.host, secureContext: rules.secureContext }, signal)
  times.tlsMs = since(tlsStartMs)
  return secured
}

const since = (startMs: number): number => Math.round(performance.now() - startMs)

async function addressesOf(host: string, lookup: Lookup, { times, signal }: Opening): Promise<string[]> {
  if (isIP(host)) return [host]
  const startMs = performance.now()
  try {
    const addresses = await unlessAborted(lookup(host, signal), signal)
    if (addresses.length === 0) throw new SendFault('dns')
    return addresses
  } catch (error) {
    throw error instanceof SendFault ? error : new SendFault('dns', { cause: error })
  } finally {
    times.dnsMs = since(startMs)
  }
}

/** A look-up may not know how to stop; its late answer is dropped. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** One after another: a receiver whose first address is dead is still reached within the deadline. */
async function connectToFirst(
  { addresses, port }: { addresses: readonly string[]; port: number },
  { guard, timeoutMs }: ConnectionRules,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1
    try {
      const socket = connect({ host: address, port, noDelay: true })
      if (!isLast) socket.setTimeout(timeoutMs / 4, () => socket.destroy(new SendFault('timeout')))
      await waitUntilOpen(socket, 'connect', signal)
      socket.setTimeout(0)
      return guard.isAllowed(socket.remoteAddress ?? '') ? socket : refuseSocket(socket)
    } catch (error) {
      failure = error
      if (signal.aborted) break
    }
  }
  throw failure
}

/** What the kernel connected to is asked once more, before the first byte goes out. */
function refuseSocket(socket: Socket): never {
  socket.destroy()
  throw new SendFault('address_not_public')
}

async function secure(
  socket: Socket,
  { host, secureContext }: { host: string; secureContext: SecureContext },
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = tlsConnect({
    socket,
    host,
    // An address has no place in SNI; the certificate is then held against `host`.
    servername: isIP(host) ? '' : host,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off.
    rejectUnauthorized: true,
  })
  try {
    return await waitUntilOpen(secured, 'secureConnect', signal)
  } catch (error) {
    throw tlsFault(error)
  }
}

function waitUntilOpen<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const abort = () => fail(signal.reason)
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      reject(error)
    }
    // Stays for the life of the socket: an error that nobody listens for ends the process.
    socket.on('error', fail)
    socket.once('close', () => fail(new SendFault('connection_reset')))
    socket.once(event, () => {
      signal.removeEventListener('abort', abort)
      resolve(socket)
    })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
}
