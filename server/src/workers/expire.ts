/** Lets go of what has served its time: events past the plan's retention, stored answers, sessions, abandoned files. */
import type { Logger } from 'pino'
import type { Database } from '../db/pool.ts'
import { deleteEndedSessions } from '../domains/accounts/keys-store.ts'
import { expireEvents, listRetentions } from '../domains/events/store.ts'
import { sweepDiscarded, sweepFiles } from '../domains/files/attachments/sweep.ts'
import { deleteOldMails } from '../domains/mails/actions.ts'
import { expireBodies, expireDeliveries } from '../domains/webhooks/deliveries/store.ts'
import { deleteExpiredAnswers } from '../kernel/idempotency.ts'
import { type Clock, toInstant } from '../lib/instants.ts'
import type { FileStore } from '../storage/store.ts'

const everyMs = 10 * 60 * 1_000
const discardedEveryMs = 30_000
const dayMs = 24 * 60 * 60 * 1_000

export interface ExpiryParts {
  database: Database
  fileStore: FileStore
  clock: Clock
}

export async function expireOnce({ database, fileStore, clock }: ExpiryParts): Promise<void> {
  const nowMs = clock()
  for (const { book_id, events_retention_days } of await listRetentions(database)) {
    const before = toInstant(nowMs - events_retention_days * dayMs)
    while ((await expireEvents(database, book_id, before)) > 0);
    while ((await expireDeliveries(database, book_id, before)) > 0);
    while ((await expireBodies(database, book_id, before)) > 0);
  }
  while ((await deleteExpiredAnswers(database, nowMs)) > 0);
  await deleteEndedSessions(database, toInstant(nowMs))
  while ((await deleteOldMails(database, nowMs)) > 0);
  await sweepFiles(database, fileStore, nowMs)
}

export function startExpiring(parts: ExpiryParts & { log: Logger }): { stop(): void } {
  const { database, fileStore, log } = parts
  const putOff = (error: unknown) => log.warn({ err: error }, 'expiry was put off')
  const timers = [
    setInterval(() => expireOnce(parts).catch(putOff), everyMs),
    setInterval(() => sweepDiscarded(database, fileStore).catch(putOff), discardedEveryMs),
  ]
  for (const timer of timers) timer.unref()
  return { stop: () => timers.forEach(clearInterval) }
}
