/** `audit`: who changed keys, endpoints, the plan and settings, and who signed in. */
import { getTenant } from '../../domains/accounts/actions.ts'
import { type AuditRow, listAudit } from '../../kernel/audit.ts'
import type { Tools } from './command.ts'
import { tableLines } from './look.ts'

export const auditCommand = (
  { withStore, print }: Tools,
  options: { tenant: string; limit: number; json?: boolean },
): Promise<void> =>
  withStore('audit', async ({ database }) => {
    const { id } = await getTenant(database, options.tenant)
    const entries = await listAudit(database, id, options.limit)
    print(
      options.json,
      { tenant: options.tenant, entries },
      tableLines(['no.', 'at', 'who', 'action', 'subject', 'details'], entries.map(cellsOf)),
    )
  })

const cellsOf = ({ sequence, at, actor_type, actor_id, action, subject_id, details }: AuditRow): string[] => [
  String(sequence),
  at,
  `${actor_type}${actor_id ? ` ${actor_id}` : ''}`,
  action,
  subject_id ?? '',
  JSON.stringify(details),
]
