/** Calls the service as the person who is signed in: the cookie says who, a header says which book. */
import type { Problem } from '@cellarbook/sdk'
import { type Book, currentBook } from './book.ts'
import { interrupt } from './interruptions.ts'
import { isProxys, noteAnswer, noteSilence } from './reach.ts'
import { Refusal, Unreachable } from './refusal.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface CallOptions {
  query?: Query
  body?: unknown
  /** The version the person saw: a change made meanwhile is refused, never overwritten. */
  ifMatch?: string | undefined
  /** The same for every try of one intention: a retry cannot double it. */
  idempotencyKey?: string
  signal?: AbortSignal
  book?: Book
  /** Sign-in pages show their own refusals. */
  isQuiet?: boolean
  /** The answer is a file, not JSON. */
  isFile?: true
}

/** A file the service made, and the name it is saved under. */
export interface ServiceFile {
  blob: Blob
  name: string
}

export interface Answer<Body> {
  body: Body
  etag: string | undefined
  requestId: string
  /** The newest event of the book, where the answer tells it. */
  latestSequence?: number
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Answers what the service answers. Throws a `Refusal`, or `Unreachable`. */
export async function call<Body>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
  try {
    return await callOnce<Body>(method, path, options)
  } catch (error) {
    if (options.isQuiet || !(error instanceof Refusal)) throw error
    if (error.problem.status === 401) await interrupt('signIn')
    else if (error.asksForProof) await interrupt('prove')
    else throw error
    return await callOnce<Body>(method, path, options)
  }
}

async function callOnce<Body>(method: Method, path: string, options: CallOptions): Promise<Answer<Body>> {
  const response = await reach(method, path, options)
  const body = options.isFile && response.ok ? await fileOf(response) : await jsonOf(response)
  if (!response.ok) throw new Refusal(body ?? unknownProblem(response), response.headers)
  const latest = response.headers.get('x-service-latest-sequence')
  return {
    body,
    etag: response.headers.get('etag') ?? undefined,
    requestId: response.headers.get('x-request-id') ?? '',
    ...(latest !== null && { latestSequence: Number(latest) }),
  }
}

async function reach(method: Method, path: string, { query, body, signal, ...head }: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { 'x-service-book': head.book ?? currentBook() }
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  if (head.ifMatch) headers['if-match'] = head.ifMatch
  if (head.idempotencyKey) headers['idempotency-key'] = head.idempotencyKey
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  try {
    const response = await fetch(addressOf(path, query), {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
    if (isProxys(response)) throw new Error(`a proxy answered ${response.status}`)
    noteAnswer()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    noteSilence()
    throw new Unreachable('No answer came.', { cause: error })
  }
}

const jsonOf = async (response: Response) =>
  (response.headers.get('content-type') ?? '').includes('json') ? await response.json() : undefined

const fileOf = async (response: Response): Promise<ServiceFile> => ({
  name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file',
  blob: await response.blob(),
})

export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return `/api/v1${path}${text && `?${text}`}`
}

/** A proxy between us and the service answers without a problem document. */
const unknownProblem = ({ status, headers }: Response): Problem =>
  ({
    type: 'about:blank',
    title: `The service answered ${status}.`,
    status,
    code: status === 401 ? 'unauthenticated' : 'api_unavailable',
    instance: headers.get('x-request-id') ?? '',
  }) as Problem

export const get = <Body>(path: string, options?: CallOptions): Promise<Answer<Body>> => call('GET', path, options)
export const post = <Body>(path: string, options?: CallOptions): Promise<Answer<Body>> => call('POST', path, options)
export const patch = <Body>(path: string, options?: CallOptions): Promise<Answer<Body>> => call('PATCH', path, options)
export const getFile = (path: string, query?: Query): Promise<Answer<ServiceFile>> =>
  call('GET', path, { isFile: true, ...(query && { query }) })
