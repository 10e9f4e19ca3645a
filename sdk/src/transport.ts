/** One call over the network: attempts with a deadline each, until there is an answer or it is not worth another. */
import { CellarbookError, ConnectionError, type Problem, UnexpectedAnswerError } from './error.ts'
import { retryDelayMs, sleep } from './retry.ts'

export interface ClientOptions {
  /** The API key. */
  key: string
  /** Where the service is, such as `https://books.example`. */
  baseUrl: string
  /** How long one attempt may take; 30 s by default. */
  timeoutMs?: number
  /** How often a call that failed by the way is tried again; 4 times by default. */
  retries?: number
  /** The longest `Retry-After` to obey; above it the refusal is thrown at once. 60 s by default. */
  maxRetryDelayMs?: number
  /** Another way to make requests: through a proxy, with logs, in a test. */
  fetch?: typeof globalThis.fetch
}

export interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly retries?: number | undefined
  /** The deadline ends with the head of the answer; what follows is the caller's. */
  readonly isStream?: boolean
}

/** Reads an answer inside the attempt, so that one cut short is asked for again. */
export type Read<Result> = (response: Response) => Promise<Result>
export type Send = <Result>(call: Call, read: Read<Result>) => Promise<Result>

const defaults = { timeoutMs: 30_000, retries: 4, maxRetryDelayMs: 60_000 }

export function transportOf(client: ClientOptions): Send {
  const { maxRetryDelayMs, ...settings } = { ...defaults, ...client }
  return async (call, read) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptCall(settings, call, read)
      } catch (error) {
        call.signal?.throwIfAborted()
        const delayMs = retryDelayMs(error, attempt, maxRetryDelayMs)
        if (delayMs === undefined || attempt > (call.retries ?? settings.retries)) throw error
        await sleep(delayMs, call.signal)
      }
    }
  }
}

type Settings = ClientOptions & { timeoutMs: number }

async function attemptCall<Result>(settings: Settings, call: Call, read: Read<Result>): Promise<Result> {
  const { signal, timeoutMs = settings.timeoutMs } = call
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  let isKept = false
  try {
    const response = await request(settings, call, controller.signal)
    if (!response.ok && response.status !== 304) throw await refusalOf(response, call)
    const result = await read(response)
    isKept = call.isStream === true
    return result
  } catch (error) {
    if (error instanceof CellarbookError || error instanceof UnexpectedAnswerError) throw error
    throw connectionError(error, call)
  } finally {
    clearTimeout(timer)
    if (!isKept) signal?.removeEventListener('abort', abort)
  }
}

function request({ baseUrl, key, fetch = globalThis.fetch }: Settings, call: Call, signal: AbortSignal) {
  const { method, path, headers, body } = call
  return fetch(`${baseUrl.replace(/(\/api\/v1)?\/?$/, '')}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      // A test key says so, and a live key by mistake is refused.
      ...(key.startsWith('cb_test_') && { 'x-service-sandbox': '1' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal,
  })
}

async function refusalOf(response: Response, call: Call): Promise<Error> {
  const text = await response.text()
  const { status, headers } = response
  if (!headers.get('content-type')?.startsWith('application/problem+json')) {
    return new UnexpectedAnswerError(status, headers, text)
  }
  return new CellarbookError(JSON.parse(text) as Problem, headers, call.headers['idempotency-key'])
}

function connectionError(cause: unknown, call: Call): ConnectionError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const idempotencyKey = call.headers['idempotency-key']
  return new ConnectionError(`${call.method} ${call.path}: ${reason}`, { cause, idempotencyKey })
}
