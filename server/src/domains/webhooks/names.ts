/** All addresses of a host name. */
import { lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Guard } from './guard.ts'

/** Rejects, or gives nothing, when the name has no address. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

export const lookupFor = (guard: Guard): Lookup => (guard.hasOpenRanges ? systemLookup : dnsLookup())

/**
 * Asks the DNS servers directly. The look-up of the system runs on a thread pool that lets only two names wait at a
 * time, so two receivers with dead name servers would hold up the deliveries to all others.
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (name, signal) => {
    signal.throwIfAborted()
    // The second try waits twice as long, so a server that drops questions for IPv6 costs 4.5 s of the ten.
    const resolver = new Resolver({ timeout: 1_500, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** Knows the hosts file, where private deployments may keep the addresses of their receivers. */
const systemLookup: Lookup = name =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, verbatim: true }, (error, found) => {
      if (error) reject(error)
      else resolve(found.map(({ address }) => address))
    })
  })
