/** The headers of our answers. */
import { apiVersion } from '../../contract/schema.ts'
import type { Components } from './components.ts'
import type { Part } from './document.ts'

const text = (description: string, schema: Part = {}): Part => ({
  description,
  schema: { type: 'string', maxLength: 200, ...schema },
})

const count = (description: string): Part => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
})

const headers = {
  'X-Request-Id': text('The id of this request, also `instance` in errors. Quote it when you ask for help.', {
    format: 'uuid',
  }),
  'X-Service-Api-Version': text('The version of the contract.', { const: apiVersion }),
  'X-Service-Sandbox': text('`1` when the key is a test key; absent otherwise.', { const: '1' }),
  'RateLimit-Limit': count('Requests allowed in a window of 60 seconds, per key, or per address without one.'),
  'RateLimit-Remaining': count('Requests left in the current window.'),
  'RateLimit-Reset': count('Seconds until the current window ends.'),
  'RateLimit-Policy': text('The limit and its window in seconds, such as `600;w=60`.'),
  ETag: text('The version of the record, such as `W/"7"`.'),
  Location: text('The address of the record.', { maxLength: 4000 }),
  'X-Service-Latest-Sequence': count(
    'The newest event when the page was read. After a full sync, continue with the events since the first page.',
  ),
  'Idempotent-Replayed': text('`true` if this is the stored response of an earlier request; absent otherwise.', {
    const: 'true',
  }),
  'Retry-After': count('Seconds to wait before sending the request again.'),
  'WWW-Authenticate': text('The authentication scheme.'),
} as const

export type HeaderName = keyof typeof headers

/** Every answer carries them; the one of the sandbox only to a test key. */
const everywhere: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Service-Api-Version',
  'X-Service-Sandbox',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
]

/** The headers of one answer: those of every answer, and its own. */
export const headersOf = (components: Components, own: readonly HeaderName[]): Record<string, Part> =>
  Object.fromEntries([...everywhere, ...own].map(name => [name, components.share('headers', name, headers[name])]))
