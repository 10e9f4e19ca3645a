/** Checks a signature the way a receiver has to, and says which part does not fit. */
export type Verdict =
  | 'good'
  | 'late'
  | 'no_secret'
  | 'no_id'
  | 'no_timestamp'
  | 'no_signature'
  | 'body_changed'
  | 'wrong'

export interface Pasted {
  secret: string
  headers: string
  body: string
}

const toleranceSeconds = 300
const encoder = new TextEncoder()

const headerIn = (headers: string, name: string): string =>
  new RegExp(`^\\s*["']?${name}["']?\\s*[:=]\\s*["']?([^"'\\r\\n]+)`, 'im').exec(headers)?.[1]?.trim() ?? ''

export async function checkSignature({ secret, headers, body }: Pasted, nowMs: number): Promise<Verdict> {
  const key = bytesOf(secret.trim().replace(/^whsec_/, ''))
  if (!key || key.length === 0) return 'no_secret'
  const id = headerIn(headers, 'webhook-id')
  if (!id) return 'no_id'
  const timestamp = headerIn(headers, 'webhook-timestamp')
  if (!/^\d+$/.test(timestamp)) return 'no_timestamp'
  const given = headerIn(headers, 'webhook-signature')
    .split(/\s+/)
    .flatMap(part => (part.startsWith('v1,') ? (bytesOf(part.slice(3)) ?? []) : []))
  if (given.length === 0) return 'no_signature'
  const fits = (text: string) => isSigned({ key, given, signed: encoder.encode(`${id}.${timestamp}.${text}`) })
  if (await fits(body)) return Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds ? 'late' : 'good'
  for (const text of othersOf(body)) if (await fits(text)) return 'body_changed'
  return 'wrong'
}

interface Signed {
  key: Uint8Array<ArrayBuffer>
  given: readonly Uint8Array<ArrayBuffer>[]
  signed: Uint8Array<ArrayBuffer>
}

async function isSigned({ key, given, signed }: Signed): Promise<boolean> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const signature of given) if (await crypto.subtle.verify('HMAC', hmac, signature, signed)) return true
  return false
}

/** The body as it may have been before an editor or a parser changed it. */
function othersOf(body: string): string[] {
  const others = [body.trim(), body.replaceAll('\r\n', '\n').trim()]
  try {
    others.push(JSON.stringify(JSON.parse(body)))
  } catch {
    // Not JSON: then nobody reformatted it as JSON either.
  }
  return others
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
