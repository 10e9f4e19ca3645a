/** When and from where keys are used: written down once a minute, and with the first call from an address. */
import type { Database, Queryable, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { networkOf } from '../lib/addresses.ts'
import { type Clock, type Instant, toInstant } from '../lib/instants.ts'
import { appendAudit } from './audit.ts'
import { type Caller, isUsable } from './caller.ts'

const notedEveryMs = 60_000
const maxKept = 10_000
/** A key that is used from everywhere is told of this often, and then no more. */
const mostAddresses = 20

interface Noted {
  atMs: number
  addresses: Set<string>
}

/** The address is asked for only when there is something to write down. */
type From = { readonly ip: string }

/** Gives the caller back. */
export function keyUses(database: Database, clock: Clock) {
  const noted = new Map<string, Noted>()
  return async (caller: Caller | undefined, from: From): Promise<Caller | undefined> => {
    const nowMs = clock()
    if (!caller || !isUsable(caller, nowMs)) return caller
    const known = noted.get(caller.pass.id) ?? { atMs: -Infinity, addresses: new Set() }
    if (noted.size >= maxKept) noted.clear()
    noted.set(caller.pass.id, known)
    if (known.atMs + notedEveryMs <= nowMs) {
      known.atMs = nowMs
      await noteUse(database, caller.pass.id, toInstant(nowMs))
    }
    const address = networkOf(from.ip)
    if (known.addresses.size < mostAddresses && !known.addresses.has(address)) {
      known.addresses.add(address)
      await database.transaction(tx => noteAddress(tx, caller, { address, now: toInstant(nowMs) }))
    }
    return caller
  }
}

/** Never back: another node may have been later. */
async function noteUse(db: Queryable, keyId: string, now: Instant): Promise<void> {
  await db.run(sql`
    insert into key_uses as u (key_id, last_used_at)
    values (${keyId}, ${now})
        on conflict (key_id) do update
       set last_used_at = excluded.last_used_at
     where u.last_used_at < excluded.last_used_at`)
}

/** The first address of a key is where it belongs; another one is news. */
async function noteAddress(tx: Tx, caller: Caller, { address, now }: { address: string; now: Instant }): Promise<void> {
  const { pass, tenant, book } = caller
  const added = await tx.maybe<{ others: number }>(sql`
    with known as (select count(*)::int as count from key_addresses where key_id = ${pass.id})
    insert into key_addresses (key_id, address, first_used_at)
    select ${pass.id}, ${address}, ${now} from known where known.count < ${mostAddresses}
        on conflict (key_id, address) do nothing
    returning (select count from known) as others`)
  if (!added || added.others === 0) return
  await appendAudit(tx, {
    tenantId: tenant.id,
    at: now,
    actor: { type: 'api_key', id: pass.id },
    action: 'key.used_from_new_address',
    subjectId: pass.id,
    details: { name: pass.name, mode: book.isLive ? 'live' : 'test', address },
  })
}
