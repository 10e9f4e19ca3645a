/** One Idempotency-Key runs once: stored answers, their replay, and the lock between nodes. */
import { Problem, problem } from '../contract/problems.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { join, type Sql, sql } from '../db/sql.ts'
import { assert } from '../lib/assert.ts'
import { type Instant, toInstant } from '../lib/instants.ts'
import type { Job } from './jobs.ts'
import type { SealedAt, SecretSealer } from './ports/webhooks.ts'

/** Identifies a request that may be repeated. */
export interface IdempotentRequest {
  lineageId: string
  key: string
  fingerprint: Buffer
  method: string
  path: string
}

export interface Answer {
  status: number
  body: Buffer
  location?: string
  etag?: string
  replayed?: boolean
  /** Shows a secret: it is stored only sealed. */
  isSecret?: boolean
}

type Sealer = SecretSealer | undefined

const replayWindowMs = 24 * 60 * 60 * 1_000

interface StoredRow {
  fingerprint: Buffer
  method: string
  path: string
  request_id: string
  status: number
  location: string | null
  etag: string | null
  body: Buffer
  is_sealed: boolean
  created_at: Instant
}

const storedColumns = sql`fingerprint, method, path, request_id, status, location, etag, body, is_sealed,
  created_at`

const sameKey = (bookId: string, request: IdempotentRequest): Sql =>
  sql`book_id = ${bookId} and lineage_id = ${request.lineageId} and idempotency_key = ${request.key}`

const windowStart = (nowMs: number): Sql => sql`${toInstant(nowMs - replayWindowMs)}::timestamptz`

/** Where an answer is stored, and what opens it. */
export interface ReplayFrom {
  bookId: string
  nowMs: number
  sealer: Sealer
}

/** The stored answer to replay; a refusal when the key was used for another request. */
export async function findAnswer(
  db: Queryable,
  request: IdempotentRequest,
  { bookId, nowMs, sealer }: ReplayFrom,
): Promise<Answer | undefined> {
  const row = await db.maybe<StoredRow>(sql`
    select ${storedColumns}
      from stored_answers
     where ${sameKey(bookId, request)} and created_at > ${windowStart(nowMs)}`)
  return row && replayOf(row, request, { bookId, sealer })
}

/** `is_free`: nobody is at work for this key; its fingerprint is null unless an answer is stored, expired or not. */
export type Claim = Partial<StoredRow> & { is_free: boolean; is_expired: boolean | null }

/**
 * Selects a `Claim` as `c`, to be joined with what is taken for it. The lock ends with the transaction, so a crash frees
 * it at once. The look-up shares the statement: a winner that commits between its snapshot and the lock is caught by the
 * primary key when our answer is stored.
 */
export const claimOf = (request: IdempotentRequest, { bookId, nowMs }: Omit<ReplayFrom, 'sealer'>): Sql => sql`
  select l.is_free, s.*
    from (select pg_try_advisory_xact_lock(${lockNumber(bookId, request)}) as is_free) l
    left join lateral (
      select ${storedColumns}, created_at <= ${windowStart(nowMs)} as is_expired
        from stored_answers
       where ${sameKey(bookId, request)}) s on true`

/** What is expired and not yet swept makes room; of a key we have claimed. */
export const removeExpired = (tx: Tx, bookId: string, request: IdempotentRequest): void =>
  tx.send(sql`delete from stored_answers where ${sameKey(bookId, request)}`)

/** The stored answer, when the claim found one that counts. */
export function replayOfClaim(
  claim: Claim,
  request: IdempotentRequest,
  from: Omit<ReplayFrom, 'nowMs'>,
): Answer | undefined {
  // Who replays holds the lock for a moment, too: that is no reason to refuse another replay.
  if (claim.fingerprint && !claim.is_expired) return replayOf(claim as StoredRow, request, from)
  if (!claim.is_free) throw stillRunning()
  return undefined
}

/** Claims keys alone, for books that are taken beside; of each the stored answer or its refusal when there is one. */
export async function claimKeys(
  tx: Tx,
  asked: readonly { request: IdempotentRequest; bookId: string }[],
  { nowMs, sealer }: Omit<ReplayFrom, 'bookId'>,
): Promise<(Answer | Problem | undefined)[]> {
  if (asked.length === 0) return []
  const claims = await tx.many<Claim>(sql`
    select l.is_free, s.*
      from unnest(${asked.map(({ request, bookId }) => lockName(bookId, request))}::text[],
                  ${asked.map(({ bookId }) => bookId)}::uuid[],
                  ${asked.map(({ request }) => request.lineageId)}::uuid[],
                  ${asked.map(({ request }) => request.key)}::text[])
           with ordinality as asked (lock_name, book_id, lineage_id, idempotency_key, place)
     cross join lateral (select pg_try_advisory_xact_lock(hashtextextended(asked.lock_name, 0)) as is_free) l
      left join lateral (
        select ${storedColumns}, created_at <= ${windowStart(nowMs)} as is_expired
          from stored_answers
         where book_id = asked.book_id and lineage_id = asked.lineage_id
           and idempotency_key = asked.idempotency_key) s on true
     order by asked.place`)
  return claims.map((claim, place) => {
    const { request, bookId } = asked[place]!
    const told = knownOf(claim, request, { bookId, sealer })
    if (!told && claim.is_expired) removeExpired(tx, bookId, request)
    return told
  })
}

function knownOf(
  claim: Claim,
  request: IdempotentRequest,
  from: Omit<ReplayFrom, 'nowMs'>,
): Answer | Problem | undefined {
  try {
    return replayOfClaim(claim, request, from)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Waits for a lost transaction of this key to end, one way or the other. */
export async function waitForClaim(tx: Tx, bookId: string, request: IdempotentRequest): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockNumber(bookId, request)})`)
}

const lockName = (bookId: string, { lineageId, key }: IdempotentRequest): string => `${bookId}/${lineageId}/${key}`

const lockNumber = (bookId: string, request: IdempotentRequest): Sql =>
  sql`hashtextextended(${lockName(bookId, request)}, 0)`

export const stillRunning = () => problem('idempotency_in_progress', { headers: { 'Retry-After': '1' } })

function replayOf(row: StoredRow, request: IdempotentRequest, { bookId, sealer }: Omit<ReplayFrom, 'nowMs'>): Answer {
  if (!row.fingerprint.equals(request.fingerprint)) {
    const { request_id: id, method, path, created_at: at } = row
    throw problem('idempotency_key_reused', { original_request: { id, method, path, at } })
  }
  return {
    status: row.status,
    body: row.is_sealed ? unseal(bookId, row, sealer) : row.body,
    replayed: true,
    ...(row.location !== null && { location: row.is_sealed ? openedLocation(bookId, row, sealer) : row.location }),
    ...(row.etag !== null && { etag: row.etag }),
  }
}

/** Bound to the request that made it. */
const sealedAt = (bookId: string, requestId: string): SealedAt => ({ bookId, ownerId: requestId })

const unseal = (bookId: string, row: StoredRow, sealer: Sealer): Buffer =>
  Buffer.from(openSealed(row.body, sealedAt(bookId, row.request_id), sealer))

/** An address can be a secret too. Older releases sealed the body alone. */
const sealedMark = 'sealed:'

function openedLocation(bookId: string, row: StoredRow, sealer: Sealer): string {
  const location = row.location!
  if (!location.startsWith(sealedMark)) return location
  return openSealed(Buffer.from(location.slice(sealedMark.length), 'base64'), sealedAt(bookId, row.request_id), sealer)
}

function openSealed(sealed: Buffer, at: SealedAt, sealer: Sealer): string {
  assert(sealer, 'who replays answers can open them')
  return sealer.open(sealed, at)
}

/** The answer that a repeated request gets again. */
export interface StoredAnswer {
  request: IdempotentRequest
  answer: Answer
  now: Instant
  sealer: Sealer
}

/** The write it is the answer of. */
interface AnsweredBy {
  bookId: string
  requestId: string
}

/** Stumbles over the primary key when another node stored an answer first. */
export const answersInsert = (all: readonly { at: AnsweredBy; stored: StoredAnswer }[]): Sql => sql`
  insert into stored_answers (book_id, lineage_id, idempotency_key, fingerprint, method, path, request_id,
                              status, location, etag, body, is_sealed, created_at)
  values ${join(all.map(({ at, stored }) => answerRow(at, stored)))}`

function answerRow(at: AnsweredBy, { request, answer, now, sealer }: StoredAnswer): Sql {
  const isSealed = answer.isSecret === true
  assert(sealer || !isSealed, 'an answer that shows a secret is stored only sealed')
  const seal = (text: string): Buffer => sealer!.seal(text, sealedAt(at.bookId, at.requestId))
  const body = isSealed ? seal(answer.body.toString()) : answer.body
  const { location = null } = answer
  const keptLocation = isSealed && location !== null ? sealedMark + seal(location).toString('base64') : location
  return sql`(${at.bookId}, ${request.lineageId}, ${request.key}, ${request.fingerprint}, ${request.method},
    ${request.path}, ${at.requestId}, ${answer.status}, ${keptLocation}, ${answer.etag ?? null}, ${body}, ${isSealed},
    ${now})`
}

/** In small steps, so that no lock is held long; returns how many went. */
const deleteExpiredAnswers = (db: Queryable, nowMs: number): Promise<number> =>
  db.run(sql`
    delete from stored_answers
     where (book_id, lineage_id, idempotency_key) in (
       select book_id, lineage_id, idempotency_key
         from stored_answers
        where created_at <= ${windowStart(nowMs)}
        limit 1000)`)

export const expireAnswers: Job = {
  name: 'the expiry of stored answers',
  everyMs: 10 * 60 * 1_000,
  async run({ database, clock }, isStopping) {
    while (!isStopping() && (await deleteExpiredAnswers(database, clock())) > 0);
  },
}
