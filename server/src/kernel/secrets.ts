/** Secrets all nodes of one database share, sealed by the signing key where there is one. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { SecretSealer } from './ports/webhooks.ts'

const secretBytes = 32

/** Which service secret a sealed value is; it opens nowhere else. */
const sealedAs = (name: string) => ({ bookId: 'service', ownerId: name })

export interface SecretKeeping {
  /** Undefined where the deployment has no signing key: the value is then kept as it is. */
  sealer: SecretSealer | undefined
  warn(line: string): void
}

/**
 * Made at the first start. One that an older release kept in the clear is sealed; one that cannot be opened is made
 * anew: what it signed, cursors and addresses of files, ends with it and lives no longer than a day anyway.
 */
export async function sharedSecret(database: Database, name: string, keeping: SecretKeeping): Promise<Buffer> {
  const { sealer, warn } = keeping
  const sealed = (secret: Buffer): Buffer => sealer?.seal(secret.toString('base64'), sealedAs(name)) ?? secret
  await database.run(sql`
    insert into service_secrets (name, value)
    values (${name}, ${sealed(randomBytes(secretBytes))})
    on conflict (name) do nothing`)
  const stored = (await findSecret(database, name))!
  const known = openSecret(stored, name, sealer)
  if (known && (stored.length !== secretBytes || !sealer)) return known
  if (!known) warn(`The secret ${name} was sealed under another WEBHOOK_SIGNING_KEY and is made anew.`)
  const value = sealed(known ?? randomBytes(secretBytes))
  // Two nodes may do so at once: the first one counts.
  await database.run(sql`update service_secrets set value = ${value} where name = ${name} and value = ${stored}`)
  return openSecret((await findSecret(database, name))!, name, sealer) ?? known ?? randomBytes(secretBytes)
}

async function findSecret(database: Database, name: string): Promise<Buffer | undefined> {
  const row = await database.maybe<{ value: Buffer }>(sql`select value from service_secrets where name = ${name}`)
  return row?.value
}

function openSecret(value: Buffer, name: string, sealer: SecretSealer | undefined): Buffer | undefined {
  if (value.length === secretBytes) return value
  try {
    return sealer && Buffer.from(sealer.open(value, sealedAs(name)), 'base64')
  } catch {
    return undefined
  }
}
