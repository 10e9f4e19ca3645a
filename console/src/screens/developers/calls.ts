/** Calls as the log of requests has them, made ready to be read and made again. */
import type { Request } from '../../data/generated/persons.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The same call from a shell, with the key left to its environment. */
export function curlOf(call: Request, origin: string): string {
  const address = `${origin}${call.path}${call.query ? `?${call.query.replace(/^\?/, '')}` : ''}`
  return [
    `curl -X ${call.method} ${quoted(address)}`,
    '-H "Authorization: Bearer $CELLARBOOK_KEY"',
    ...(call.idempotency_key ? [`-H ${quoted(`Idempotency-Key: ${call.idempotency_key}`)}`] : []),
    ...(call.request_body ? ["-H 'Content-Type: application/json'", `-d ${quoted(call.request_body)}`] : []),
  ].join(' \\\n  ')
}

/** What the answer says it is, such as the order that was made. */
export function recordIn(answer: string | null): { object: string; id: string } | undefined {
  const object = /"object":\s*"([a-z_]+)"/.exec(answer ?? '')?.[1]
  const id = /"id":\s*"([\da-f-]{36})"/.exec(answer ?? '')?.[1]
  return object && id ? { object, id } : undefined
}

/** JSON laid out; anything else, such as one that was cut off, as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
