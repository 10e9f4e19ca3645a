/** Clients of the SDK for the keys of tests. */
import { Cellarbook, type ClientOptions } from '../../../sdk/src/index.ts'
import type { Client } from './client.ts'

export const sdkOf = ({ key, address }: Client, rest: Partial<ClientOptions> = {}): Cellarbook =>
  new Cellarbook({ key: key!, baseUrl: address, ...rest })

/** A way to make requests that notes them, and may answer in place of the service. */
export function watchedFetch(answer: (count: number) => Response | undefined = () => undefined) {
  const requests: { method: string; path: string; headers: Headers }[] = []
  const watched: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    requests.push({
      method: init?.method ?? 'GET',
      path: (pathname + search).replace('/api/v1', ''),
      headers: new Headers(init?.headers),
    })
    return answer(requests.length) ?? fetch(input, init)
  }
  return { requests, fetch: watched }
}

export const problemResponse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { type: `x#errors-${code}`, title: code, status, code, instance: crypto.randomUUID() },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )
