/** What the audit tells of a tenant that was exported or taken in. */
import type { Database } from '../../db/pool.ts'
import { appendAudit, byCommand } from '../../kernel/audit.ts'
import { toInstant } from '../../lib/instants.ts'
import { findLastExport } from './store.ts'

/** The audit of an account tells where it went to, and how far its books had come. */
export const noteExport = (
  database: Database,
  tenantId: string,
  { name, taken_at, sequences }: { name: string; taken_at: string; sequences: Record<string, number> },
): Promise<void> => note(database, tenantId, { action: 'tenant.exported', details: { name, taken_at, sequences } })

export const noteImport = (database: Database, tenantId: string, name: string): Promise<void> =>
  note(database, tenantId, { action: 'tenant.imported', details: { name } })

const note = (database: Database, tenantId: string, told: { action: string; details: object }): Promise<void> =>
  database.transaction(tx => appendAudit(tx, { tenantId, at: toInstant(database.clock()), actor: byCommand, ...told }))

/** How far the books had come at the last export, by id; undefined without one. */
export const lastExport = async (database: Database, tenantId: string): Promise<Record<string, number> | undefined> =>
  (await findLastExport(database, tenantId))?.sequences
