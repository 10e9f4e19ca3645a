/** Why an attempt failed, in short words that stay the same over releases and tell nothing of our inside. */

/** A failure that already has its word. */
export class SendFault extends Error {
  readonly word: string

  constructor(word: string, options?: ErrorOptions) {
    super(word, options)
    this.word = word
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_DESTROYED: 'sender_closed',
  UND_ERR_CLOSED: 'sender_closed',
}

export function faultWord(error: unknown): string {
  if (error instanceof SendFault) return error.word
  // Some errors of the parser have no code.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'bad_response'
  const code = codeOf(error)
  return words[code] ?? (code === '' ? 'failed' : `failed: ${code.toLowerCase()}`)
}

/** The other side went away; on a kept connection that may have happened before we spoke. */
export const isReset = (error: unknown): boolean => words[codeOf(error)] === 'connection_reset'

/** A failure of the handshake: `tls: cert_has_expired`, `tls: wrong_version_number`. */
export function tlsFault(error: unknown): SendFault {
  if (error instanceof SendFault) return error
  const code = codeOf(error)
  const word = words[code] ?? `tls: ${code.replace(/^ERR_(SSL|TLS)_/, '').toLowerCase() || 'failed'}`
  return new SendFault(word, { cause: error })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
