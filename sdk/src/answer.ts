/** What came with a record beside it: kept apart, so that records stay what the service sent. */

export interface AnswerHead {
  readonly status: number
  readonly requestId: string | null
  /** The version of the record, for `ifMatch`. */
  readonly etag: string | null
  /** A write that happened before: this is its stored response. */
  readonly isReplayed: boolean
  /** Of lists: follow the events from here to miss nothing. */
  readonly latestSequence: number | null
  readonly apiVersion: string | null
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number }
  readonly headers: Headers
}

const heads = new WeakMap<object, AnswerHead>()

/** What came with a record or a page that a client answered; undefined for any other object, a copy of one too. */
export const answerOf = (answer: object): AnswerHead | undefined => heads.get(answer)

export function rememberHead(answer: object, { status, headers }: Response): void {
  const number = (name: string) => Number(headers.get(name) ?? Number.NaN)
  const sequence = headers.get('x-service-latest-sequence')
  heads.set(answer, {
    status,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    latestSequence: sequence === null ? null : Number(sequence),
    apiVersion: headers.get('x-service-api-version'),
    rate: {
      limit: number('ratelimit-limit'),
      remaining: number('ratelimit-remaining'),
      resetSeconds: number('ratelimit-reset'),
    },
    headers,
  })
}

/** The ETag of `ifMatch` and `ifNoneMatch`: to send none where one was meant would overwrite what others wrote. */
export function etagOf(known: string | object): string {
  const etag = typeof known === 'string' ? known : answerOf(known)?.etag
  if (!etag)
    throw new TypeError('no ETag is known of this object: pass a record as the client answered it, or its ETag')
  return etag
}
