/** Use cases of mails: written with what they tell of, claimed and settled by whoever sends them, let go in the end. */
import type { Queryable } from '../../db/pool.ts'
import { newId } from '../../lib/ids.ts'
import { type Instant, toInstant } from '../../lib/instants.ts'
import {
  type DueMail,
  deleteSettledMails,
  insertMails,
  listAdminEmails,
  listDueMails,
  markFailed,
  markSent,
  type NewMail,
} from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** After the first, second, … failed attempt; then the mail is given up. */
const gapsMs: readonly number[] = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs]
const leaseMs = minuteMs
/** What may be told again while it lasts is told again when its mail is gone: those are kept at least so long. */
const rememberedMs = 30 * dayMs
const rememberedKinds = ['key_expiry', 'webhook_rights']

/** The topic says what is told, and of which occurrence: the same one goes to the same person once. */
export type WantedMail = Omit<NewMail, 'id'>

/** Where the secret of a mail stands in its text. */
export const secretPlace = '{secret}'

/** A secret opens in the mail it was written for, and nowhere else. */
export const sealedIn = (topic: string) => ({ bookId: 'mails', ownerId: topic })

/** In the transaction of what they tell of, so that neither is there without the other. */
export async function writeMails(db: Queryable, mails: readonly WantedMail[], now: Instant): Promise<void> {
  if (mails.length === 0) return
  await insertMails(
    db,
    mails.map(mail => ({ ...mail, id: newId() })),
    now,
  )
}

/** The active owners and admins of the account, by e-mail. */
export const adminsOf = (db: Queryable, tenantId: string): Promise<string[]> => listAdminEmails(db, tenantId)

export interface ClaimedMails {
  mails: DueMail[]
  /** Whoever sends one of them later than this may send it for the second time. */
  leaseEndsMs: number
}

export async function claimDueMails(db: Queryable, nowMs: number, most: number): Promise<ClaimedMails> {
  const leaseEndsMs = nowMs + leaseMs
  const mails = await listDueMails(db, { now: toInstant(nowMs), leaseEndsAt: toInstant(leaseEndsMs), most })
  return { mails, leaseEndsMs }
}

export async function settleSent(db: Queryable, mail: DueMail, nowMs: number): Promise<void> {
  await markSent(db, mail.id, toInstant(nowMs))
}

/** Says whether the mail is tried again. */
export async function settleFailed(
  db: Queryable,
  mail: DueMail,
  failure: { isHopeless: boolean; nowMs: number },
): Promise<'retried' | 'given up'> {
  const gapMs = failure.isHopeless ? undefined : gapsMs[mail.attempts_made]
  await markFailed(db, {
    id: mail.id,
    attemptsMade: mail.attempts_made + 1,
    nextAttemptAt: gapMs === undefined ? null : toInstant(failure.nowMs + gapMs),
  })
  return gapMs === undefined ? 'given up' : 'retried'
}

/** A portion at a time: how many went, zero when none is left. */
export const deleteOldMails = (db: Queryable, nowMs: number, keptDays: number): Promise<number> => {
  const keptMs = keptDays * dayMs
  return deleteSettledMails(db, {
    before: toInstant(nowMs - keptMs),
    remembered: { kinds: rememberedKinds, before: toInstant(nowMs - Math.max(keptMs, rememberedMs)) },
    most: 1_000,
  })
}
