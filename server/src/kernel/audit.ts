/** The audit of an account: appended in the transaction of the change it tells of, never changed, cut at its old end. */
import type { Queryable, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Instant } from '../lib/instants.ts'
import type { AuditActor, AuditEntry, WriteContext } from './context.ts'
import type { Invariant } from './verify.ts'

/** Whoever may run commands on the machine; the machine knows who that is. */
export const byCommand: AuditActor = Object.freeze({ type: 'cli', id: null })

const append = ({ tenantId, at, actor, action, subjectId = null, details, source }: AuditEntry): Sql => sql`
    select append_audit(${tenantId}::uuid, ${at}::timestamptz, ${actor.type}::text, ${actor.id}::uuid, ${action}::text,
                        ${subjectId}::uuid, ${JSON.stringify(details)}::json, ${source?.address ?? null}::text,
                        ${source?.requestId ?? null}::uuid, ${source?.endpoint ?? null}::text)`

/** Last of all in a transaction: it takes the end of the account's chain, and whoever has it waits for nothing more. */
export async function appendAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.run(append(entry))
}

/** What a write did, by whoever asked for it. Appended when its work is done: both books of an account have one chain. */
export function auditWrite(
  { account, serviceTime, actor, source, audited }: WriteContext,
  told: Pick<AuditEntry, 'action' | 'subjectId' | 'details'> & { actor?: AuditActor },
): void {
  audited.push({ tenantId: account.tenant.id, at: serviceTime, actor, source, ...told })
}

/** Goes with the last statement of the write, which tells when it was refused. */
export function sendAudit(tx: Tx, entries: readonly AuditEntry[]): void {
  for (const entry of entries) tx.send(append(entry))
}

/** The fields that are another now, before and after: what the audit tells of an update. Secrets are not for here. */
export function changesOf<Facts extends object>(before: Facts, after: Facts): Record<string, Change> {
  const names = Object.keys(after) as (keyof Facts & string)[]
  return Object.fromEntries(
    names
      .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(name => [name, { from: before[name], to: after[name] }]),
  )
}

interface Change {
  from: unknown
  to: unknown
}

export interface AuditRow {
  sequence: number
  at: Instant
  actor_type: AuditActor['type']
  actor_id: string | null
  action: string
  subject_id: string | null
  details: Record<string, unknown>
  address: string | null
  request_id: string | null
  endpoint: string | null
  /** In hexadecimal; the last one stands for the whole chain. */
  hash: string
}

/** The latest first. */
export const listAudit = (db: Queryable, tenantId: string, limit: number): Promise<AuditRow[]> =>
  db.many(sql`
    select sequence::float8 as sequence, at, actor_type, actor_id, action, subject_id, details, address, request_id,
           endpoint, encode(hash, 'hex') as hash
      from audit_entries
     where tenant_id = ${tenantId}
     order by sequence desc
     limit ${limit}`)

export const auditInvariants: readonly Invariant[] = [
  {
    id: 'audit.unbroken_chain',
    meaning:
      'The audit entries of an account are numbered from 1, or from where it was cut, without a gap; each carries the hash of the one before and its own.',
    broken: sql`
      select tenant_id, sequence
        from (select e.tenant_id, e.sequence, e.previous_hash, e.hash, audit_hash(e) as counted,
                     coalesce(h.cut_sequence, 0) + row_number() over chain as place,
                     coalesce(lag(e.hash) over chain, h.cut_hash, ''::bytea) as before
                from audit_entries e
                left join audit_heads h on h.tenant_id = e.tenant_id
              window chain as (partition by e.tenant_id order by e.sequence)) entries
       where sequence <> place or previous_hash <> before or hash <> counted`,
  },
  {
    id: 'audit.ends_at_its_head',
    meaning: 'The last audit entry of an account is the one its head names.',
    broken: sql`
      select coalesce(h.tenant_id, e.tenant_id) as tenant_id, h.sequence as head, e.sequence as last
        from audit_heads h
        full join (select distinct on (tenant_id) tenant_id, sequence, hash
                     from audit_entries
                    order by tenant_id, sequence desc) e on e.tenant_id = h.tenant_id
       where h.sequence is distinct from e.sequence or h.hash is distinct from e.hash`,
  },
]
