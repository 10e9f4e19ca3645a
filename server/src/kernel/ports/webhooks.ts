/** What endpoints of webhooks are given: how secrets are sealed, which addresses are allowed, one attempt to send. */

export interface Webhooks {
  /** Undefined where the deployment has no signing key. */
  sealer: SecretSealer | undefined
  /** Why the address cannot be registered. */
  addressFault(url: string): Promise<string | undefined>
  /** Sends a ping to an endpoint and tells how it went, step by step. */
  ping(endpoint: { url: string; secrets: string[] }, body: object): Promise<PingResult>
}

/** What a secret belongs to; it opens nowhere else. */
export interface SealedAt {
  bookId: string
  ownerId: string
}

export interface SecretSealer {
  seal(secret: string, at: SealedAt): Buffer
  /** Throws when it was sealed for something else, or under another key. */
  open(sealed: Buffer, at: SealedAt): string
}

export interface PingResult {
  httpStatus: number | null
  error: string | null
  durationMs: number
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  responseSnippet: string | null
}
