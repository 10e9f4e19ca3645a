/** Who may see files and attach them: they follow what they belong to. */
import { readScopeOfObject } from '../../../contract/events.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { fileCarriers } from '../../../kernel/file-carriers.ts'
import { type Holder, holdsOneOf, refuseWithout } from '../../../kernel/rights.ts'

function scopeOf(type: string, level: 'read' | 'write', { tenant }: Holder): Scope {
  const scope = readScopeOfObject(type, tenant.modules)
  return level === 'read' ? scope : (scope.replace(':read', ':write') as Scope)
}

/** A file that belongs to nothing needs no more than attachments do; the service itself needs nothing. */
export function refuseFile(holder: Holder | undefined, type: string | null, level: 'read' | 'write'): void {
  if (holder && type !== null) refuseWithout(holder, [scopeOf(type, level, holder)])
}

/** The rows of a list that its reader may see. */
export function isReadable(holder: Holder): Sql {
  const readable = fileCarriers.filter(type => holdsOneOf(holder, [scopeOf(type, 'read', holder)]))
  if (readable.length === fileCarriers.length) return sql`true`
  return sql`(r.entity_type is null or r.entity_type = any (${readable}::text[]))`
}
