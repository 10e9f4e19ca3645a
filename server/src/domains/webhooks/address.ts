/** Whether a webhook address may be registered. */
import { isIP } from 'node:net'
import type { Guard } from './guard.ts'
import { type Lookup, lookupFor } from './names.ts'

const longestUrl = 2_000
/** As the DNS has them. */
const longestName = 253
const longestLabel = 63
/** A registration waits for the DNS this long at most; what it could not see, the sender sees. */
const lookupMs = 3_000

/** Special-use domains: the public DNS answers none of their names; what answers them is somebody's own network. */
const specialDomains = ['localhost', 'local', 'internal', 'test', 'example', 'invalid', 'onion', 'alt', 'arpa']

const notPublic =
  'The address must lead to the public internet. For receivers in a private network the operator of the service lists ' +
  'their ranges in WEBHOOK_ALLOW_CIDRS.'

/** Why the address cannot be registered, as far as its text tells. */
export function addressFault(text: string, guard: Guard): string | undefined {
  if (text.length > longestUrl) return `The address must have at most ${longestUrl} characters.`
  if (!/^https:\/\//i.test(text)) return 'The address must begin with https://.'
  // A URL parser drops or turns these silently; what is shown, stored and called has to be the same.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The address must not contain spaces, backslashes or control characters.'
  if (text.includes('#')) return 'The address must have no fragment (#).'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.port === '0') return 'The address cannot be read.'
  if (url.href.length > longestUrl) return `The address must have at most ${longestUrl} characters.`
  if (/^https:\/\/[^/?]*@/i.test(text)) return 'The address must contain no user name or password.'
  return hostFault(hostOf(url), guard)
}

/** The URL parser has already turned 0x7f.1, 2130706433 and fullwidth digits into 127.0.0.1. */
function hostFault(host: string, guard: Guard): string | undefined {
  if (isIP(host)) return guard.isAllowed(host) ? undefined : notPublic
  const labels = host.split('.')
  const isReadable = host.length <= longestName && labels.every(({ length }) => length > 0 && length <= longestLabel)
  if (!isReadable) return 'The host name cannot be read.'
  const domain = labels.at(-1)!
  if (domain === 'localhost' && guard.allowsLoopback) return undefined
  return labels.length === 1 || specialDomains.includes(domain) ? notPublic : undefined
}

/**
 * Why the address cannot be registered, as the DNS answers now: one address that is not allowed is enough. No answer
 * is no refusal: receivers are registered before their names exist, and the sender checks every connection anyway.
 */
export async function resolvedFault(
  text: string,
  guard: Guard,
  lookup: Lookup = lookupFor(guard),
): Promise<string | undefined> {
  const host = hostOf(new URL(text))
  const addresses = isIP(host) ? [host] : await addressesInTime(host, lookup)
  return addresses.every(guard.isAllowed) ? undefined : notPublic
}

async function addressesInTime(host: string, lookup: Lookup): Promise<string[]> {
  const limit = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>(resolve => {
    timer = setTimeout(() => {
      limit.abort()
      resolve([])
    }, lookupMs)
  })
  try {
    return await Promise.race([lookup(host, limit.signal).catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Without the brackets of IPv6 and without the dot that ends a complete name. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
