/** SQL of passkeys and of what browsers were asked to sign. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Instant } from '../../../lib/instants.ts'

export interface PasskeyRow {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Instant
  last_used_at: Instant | null
}

const columns = sql`id, person_id, credential_id, public_key, counter::float8 as counter, transports, name, created_at,
  last_used_at`

export const listPasskeys = (db: Queryable, personId: string): Promise<PasskeyRow[]> =>
  db.many(sql`select ${columns} from passkeys where person_id = ${personId} order by created_at, id`)

export const findPasskey = (db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.maybe(sql`select ${columns} from passkeys where credential_id = ${credentialId}`)

/** Zero when somebody has this very one already. */
export const insertPasskey = (tx: Tx, passkey: PasskeyRow): Promise<number> =>
  tx.run(sql`
    insert into passkeys (id, person_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.id}, ${passkey.person_id}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter},
            ${passkey.transports}, ${passkey.name}, ${passkey.created_at})
        on conflict (credential_id) do nothing`)

export async function noteSignature(db: Queryable, id: string, { counter, now }: { counter: number; now: Instant }) {
  await db.run(sql`update passkeys set counter = ${counter}, last_used_at = ${now} where id = ${id}`)
}

export const deletePasskey = (tx: Tx, personId: string, id: string): Promise<number> =>
  tx.run(sql`delete from passkeys where person_id = ${personId} and id = ${id}`)

export interface Challenge {
  challenge: string
  /** Of the person who adds a passkey; null to sign in. */
  user_id: string | null
  expires_at: Instant
}

export async function insertChallenge(db: Queryable, { challenge, user_id, expires_at }: Challenge): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (challenge, user_id, expires_at)
    values (${challenge}, ${user_id}, ${expires_at})`)
}

/** Each is answered once, by whom it was given to. */
export const takeChallenge = async (
  db: Queryable,
  { challenge, user_id }: Omit<Challenge, 'expires_at'>,
  now: Instant,
): Promise<boolean> =>
  (await db.run(sql`
    delete from passkey_challenges
     where challenge = ${challenge} and user_id is not distinct from ${user_id}::uuid
       and expires_at > ${now}::timestamptz`)) > 0
