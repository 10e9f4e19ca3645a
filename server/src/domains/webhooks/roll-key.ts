/** Rolls a key: the new secret, the end of the old one and the endpoints that go along, all in one write. */

import type { Database } from '../../db/pool.ts'
import { findAccountOfBook } from '../../kernel/account.ts'
import { auditWrite, byCommand } from '../../kernel/audit.ts'
import type { AuditActor, WriteContext } from '../../kernel/context.ts'
import { writeAsSystem } from '../../kernel/system-write.ts'
import { type Clock, type Instant, toMilliseconds } from '../../lib/instants.ts'
import { findKey, replaceKey } from '../accounts/index.ts'
import { giveEndpoints } from './endpoints/store.ts'

export interface RolledKey {
  id: string
  /** Here and nowhere else. */
  key: string
  old_id: string
  old_expires_at: Instant
  /** How many went along. */
  endpoints: number
}

const hourMs = 60 * 60 * 1_000

export interface Rolling {
  id: string
  name: string
  overlapHours: number
}

/** Inside a write of the key's own book. */
export async function rollKeyOf(
  ctx: WriteContext,
  { id, name, overlapHours }: Rolling,
  actor: AuditActor = ctx.actor,
): Promise<RolledKey> {
  const clock = () => toMilliseconds(ctx.serviceTime)
  const { oldExpiresAt, ...fresh } = await replaceKey(ctx.tx, clock, { id, overlapMs: overlapHours * hourMs })
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const endpoints = await giveEndpoints(ctx.tx, at, { from: id, to: fresh.id })
  const details = { name, to: fresh.id, old_expires_at: oldExpiresAt, endpoints }
  auditWrite(ctx, { actor, action: 'key.rolled', subjectId: id, details })
  return { ...fresh, old_id: id, old_expires_at: oldExpiresAt, endpoints }
}

/** Undefined when there is no such key. */
export async function rollKey(
  { database, clock }: { database: Database; clock: Clock },
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<RolledKey | undefined> {
  const old = await findKey(database, id)
  const account = old && (await findAccountOfBook(database, old.book_id))
  if (!old || !account) return undefined
  let rolled: RolledKey | undefined
  await writeAsSystem({ database, clock, account }, async ctx => {
    rolled = await rollKeyOf(ctx, { id, name: old.name, overlapHours }, byCommand)
  })
  return rolled
}
