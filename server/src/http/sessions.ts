/** How a browser shows the session of a person, and that the call comes from a page of ours. */
import type { FastifyRequest } from 'fastify'
import type { Addresses } from '../kernel/addresses.ts'

/** On https the browser itself keeps the cookie from other hosts and from plain http. */
const cookieNameOf = ({ baseUrl }: Addresses): string =>
  baseUrl.startsWith('https:') ? '__Host-cellarbook' : 'cellarbook_session'

const longestSeconds = 30 * 24 * 60 * 60

/** Null makes the browser forget it. */
export function sessionCookie(addresses: Addresses, token: string | null): string {
  const name = cookieNameOf(addresses)
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  const value = `${name}=${token ?? ''}; Max-Age=${token === null ? 0 : longestSeconds}`
  return `${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function cookiesOf({ headers }: FastifyRequest): Map<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('=', 2))
  return new Map(pairs.filter(pair => pair.length === 2) as [string, string][])
}

export function sessionToken(request: FastifyRequest, addresses: Addresses): string | undefined {
  const token = cookiesOf(request).get(cookieNameOf(addresses))
  return token && /^[\w-]{20,100}$/.test(token) ? token : undefined
}

/** The book a call of a person means; undefined when it does not say. */
export function bookOf({ headers }: FastifyRequest): 'live' | 'test' | undefined {
  const book = headers['x-service-book']
  return book === 'live' || book === 'test' ? book : undefined
}

/** Which of the two addresses the browser is at; the first one when it is neither. */
export const calledAddress = ({ headers }: FastifyRequest, { baseUrl, altBaseUrl }: Addresses): string =>
  headers.host === new URL(altBaseUrl).host ? altBaseUrl : baseUrl

/**
 * A form or script of somebody else's page may send our cookie along. Browsers say where it stood: by Sec-Fetch-Site on
 * https and on this machine, by Origin with everything that writes. Undefined: whoever calls says neither.
 */
export function isFromOurPages({ headers }: FastifyRequest, { baseUrl, altBaseUrl }: Addresses): boolean | undefined {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined) return undefined
  const own = [headers.host, new URL(baseUrl).host, new URL(altBaseUrl).host]
  return URL.canParse(headers.origin) && own.includes(new URL(headers.origin).host)
}

/** Reads name their book by a header no form can send; what writes has to tell where it comes from. */
export const isTrusted = (request: FastifyRequest, addresses: Addresses): boolean =>
  isFromOurPages(request, addresses) ?? (request.method === 'GET' || request.method === 'HEAD')
