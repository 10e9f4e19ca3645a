/** What a caller may say about a call beside its arguments. */

export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  signal?: AbortSignal
  /** How long one attempt may take; that of the client by default. */
  timeoutMs?: number
  /** How often a call that failed by the way is tried again; that of the client by default. */
  retries?: number
}

export interface ReadOptions<Result> extends CallOptions {
  /** The record you have, as this client gave it. If it is still current, it is answered itself: 304, no body. */
  ifNoneMatch?: Result
}

export interface WriteOptions extends CallOptions {
  /**
   * Makes repeated calls one: the same key with the same request answers with the stored response for 24 hours.
   * Every write has a key of its own by default, so that its retries do nothing twice. Send your own, such as the id
   * of your order, where the whole call may be repeated, say after a crash of your program.
   */
  idempotencyKey?: string
}

export interface CreateOptions extends WriteOptions {
  /** `return`: if a record has this external_ref already, answer with it, unchanged. */
  onConflict?: 'return'
}

export interface ChangeOptions extends WriteOptions {
  /** The ETag you saw, or the record itself as this client gave it; 412 `stale_version` if it changed since. */
  ifMatch?: string | object
}

/** A dry run does everything, answers with what came of it, and saves nothing. */
export type DryRunOptions<Options extends WriteOptions> = Options & { dryRun: true }
