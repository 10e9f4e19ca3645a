/** SQL of second steps. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'

export interface Totp {
  totp_secret: Buffer | null
  totp_verified_at: Instant | null
}

export const findTotp = (db: Queryable, personId: string): Promise<Totp | undefined> =>
  db.maybe(sql`select totp_secret, totp_verified_at from people where id = ${personId}`)

/** Until a code of it was shown it counts for nothing. */
export async function saveSecret(tx: Tx, personId: string, sealed: Buffer): Promise<void> {
  await tx.run(sql`
    update people set totp_secret = ${sealed}, totp_last_step = 0
     where id = ${personId} and totp_verified_at is null`)
}

/** False when a code of this step, or of a later one, was used before. */
export const useStep = async (db: Queryable, personId: string, step: number): Promise<boolean> =>
  (await db.run(sql`
    update people set totp_last_step = ${step}
     where id = ${personId} and totp_last_step < ${step}`)) > 0

export async function turnOn(tx: Tx, personId: string, now: Instant): Promise<void> {
  await tx.run(sql`update people set totp_verified_at = ${now} where id = ${personId}`)
}

export async function turnOff(tx: Tx, personId: string): Promise<void> {
  await tx.run(sql`
    update people set totp_secret = null, totp_verified_at = null, totp_last_step = 0 where id = ${personId}`)
  await tx.run(sql`delete from recovery_codes where person_id = ${personId}`)
}

export async function replaceRecoveryCodes(tx: Tx, personId: string, hashes: Buffer[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where person_id = ${personId}`)
  await tx.run(sql`
    insert into recovery_codes (person_id, code_hash)
    select ${personId}, hash from unnest(${hashes}::bytea[]) as hash`)
}

export const useRecoveryCode = async (db: Queryable, personId: string, hash: Buffer): Promise<boolean> =>
  (await db.run(sql`
    update recovery_codes set used_at = now()
     where person_id = ${personId} and code_hash = ${hash} and used_at is null`)) > 0

export const countRecoveryCodes = async (db: Queryable, personId: string): Promise<number> =>
  (await db.maybe<{ count: number }>(sql`
    select count(*)::int as count from recovery_codes where person_id = ${personId} and used_at is null`))!.count
