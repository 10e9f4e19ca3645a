/** What a use case is given: the account, the database, the time, and a way to say what happened. */
import type { EventType } from '../contract/events.ts'
import type { Problem } from '../contract/problems.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import type { Day } from '../lib/days.ts'
import type { Instant } from '../lib/instants.ts'
import type { Account } from './account.ts'
import type { Caller } from './caller.ts'
import type { Cursors } from './cursor.ts'
import type { Listeners } from './listeners.ts'
import type { LogEnds } from './log.ts'
import type { Files } from './ports/files.ts'
import type { Printer } from './ports/printer.ts'
import type { SecretSealer } from './ports/webhooks.ts'
import type { Holder } from './rights.ts'
import type { BookSignals } from './signals.ts'
import type { WatchedActions } from './watched-actions.ts'

export interface Actor {
  type: 'api_key' | 'user' | 'system'
  id: string | null
}

/** Where a change came from; a command, and the service itself, come from nowhere. */
export interface AuditSource {
  address: string
  requestId: string
  /** Its id: `users.update`. */
  endpoint: string
}

export type AuditActor = Actor | { type: 'cli'; id: null }

/** What the audit is told of a change. */
export interface AuditEntry {
  tenantId: string
  at: Instant
  actor: AuditActor
  /** `key.created`, `plan.changed`. */
  action: string
  /** What was changed. */
  subjectId?: string | null
  /** Never a secret, and nothing a secret could hide in, such as the path of an address. */
  details: object
  source?: AuditSource | undefined
}

/** What finding a record needs. */
export interface FindContext {
  account: Account
  /** In a write: the transaction, so that what was just changed is seen. */
  db: Queryable
}

/** What showing a record needs; reads and writes both have it. */
export interface RecordContext extends FindContext {
  requestId: string
  /** The day where the account is. */
  readonly today: Day
}

export interface ReadContext extends RecordContext {
  /** The account, with the key and the person behind the call. */
  caller: Caller
  cursors: Cursors
  signals: BookSignals
  logEnds: LogEnds
  listeners: Listeners
  files: Files
  printer: Printer
  /** Milliseconds since 1970. */
  nowMs: number
  /** A header of the request, by its name in small letters. */
  header(name: string): string | undefined
  /** The same caller as it is now; undefined once it may no longer make this call. For answers that go on. */
  recheck(): Promise<Caller | undefined>
  /** One look at the database of a long-lived answer, in turn with the requests of others. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Tries a change and keeps nothing of it: the refusal it would meet, or undefined when it would work. */
  dryRun(work: (ctx: WriteContext) => Promise<unknown>): Promise<Problem | undefined>
}

/** A record as lists show it. */
export interface EventObject {
  object: string
  id?: string
}

export interface EventDetails {
  /** Names of the fields an update changed. */
  changes?: string[]
  /** What an action created beside its own document. */
  created?: { object: string; id: string }
}

/** A record with the name it has now. */
export interface Renamed {
  id: string
  name: string
}

/**
 * Documents show names of other records. What is open follows a new name, each as a new version inside the write that
 * changed it; what is posted keeps what it said.
 */
export interface Follower {
  partner?(ctx: WriteContext, partner: Renamed): Promise<void>
  /** Also when the unit of the items is called otherwise. */
  items?(ctx: WriteContext, ids: string[]): Promise<void>
  /** For what shows a unit by itself, not as that of its item. */
  units?(ctx: WriteContext, ids: string[]): Promise<void>
  warehouses?(ctx: WriteContext, renamed: readonly Renamed[]): Promise<void>
  deposits?(ctx: WriteContext, ids: string[]): Promise<void>
}

export interface WriteContext extends RecordContext {
  tx: Tx
  actor: Actor
  /** Where it came from; undefined for the service itself. */
  source: AuditSource | undefined
  /** Whose rights count; undefined for the service itself. */
  holder: Holder | undefined
  /** Later than every earlier write of this book, so that `updated_at` follows the order of commits. */
  readonly now: Instant
  /** The same but in a sandbox whose clock was moved: for what waits outside the book, an attempt, a mail, a person. */
  readonly serviceTime: Instant
  /** How far the clock of the book is ahead of the service's. */
  clockAheadSeconds: number
  /** From here on in this write; whoever calls it stores it. */
  setClock(aheadSeconds: number): void
  /** Seals signing secrets; undefined where the deployment has no key for it. */
  sealer: SecretSealer | undefined
  /** Seals what only the service itself reads again; undefined for the service's own writes. */
  seals: SecretSealer | undefined
  /** Counters of the book, written back with the commit. */
  counts: { partners: number; storedBytes: number }
  /** The actions that start steps or may be held back; settings of the same write change it. */
  watched: WatchedActions | null
  emit(type: EventType, object: EventObject, details?: EventDetails): void
  /**
   * Reads what another write that shares the transaction may change: once those that came earlier are through. What follows
   * is done before the next one reads.
   */
  inOrder<T>(read: () => Promise<T>): Promise<T>
  /** What the audit will tell of this write. */
  audited: AuditEntry[]
  /**
   * Does a part that may be refused while the rest is kept. Of a refused part nothing is left: no row, no number, no
   * event, no word in the audit; what is returned is its refusal. Any other error fails the whole write.
   */
  attempt<T>(part: () => Promise<T>): Promise<T | Problem>
}
