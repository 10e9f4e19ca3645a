/** `audit`: who changed keys, endpoints, the plan and settings, and who signed in. */
import type { Command } from 'commander'
import { getTenant } from '../../domains/accounts/actions.ts'
import { type AuditRow, listAudit } from '../../kernel/audit.ts'
import { type Tools, wholeNumber } from './command.ts'

const usualLimit = 50

export function auditCommand(program: Command, { withStore, print }: Tools): void {
  program
    .command('audit')
    .description('who changed keys, endpoints, the plan and settings, and who signed in; the latest first')
    .requiredOption('--tenant <slug>', 'whose account')
    .option('--limit <n>', `how many entries (default: ${usualLimit})`, wholeNumber('--limit', 1))
    .option('--json', 'print one JSON object')
    .action((options: { tenant: string; limit?: number; json?: boolean }) =>
      withStore('audit', async ({ database }) => {
        const { id } = await getTenant(database, options.tenant)
        const entries = await listAudit(database, id, options.limit ?? usualLimit)
        print(options.json, { tenant: options.tenant, entries }, entries.map(lineOf))
      }),
    )
}

const lineOf = ({ sequence, at, actor_type, actor_id, action, subject_id, details }: AuditRow): string =>
  [sequence, at, `${actor_type}${actor_id ? ` ${actor_id}` : ''}`, action, subject_id ?? '', JSON.stringify(details)]
    .filter(part => part !== '')
    .join('   ')
