/** An event as one key may see it. */
import { type EventType, readScopesOf } from '../../contract/events.ts'
import { effectiveScopes } from '../../contract/scopes.ts'
import type { Caller } from '../../kernel/account.ts'
import type { EventRow } from '../../kernel/log.ts'
import type { Event } from './schema.ts'

/** The sequence stays whole for every key: what it may not read is shown without its content. */
export function eventViewer(caller: Caller): (row: EventRow) => Event {
  const mayRead = readerOf(caller)
  return row => eventBody(row, caller.book.isLive, !mayRead(row.type))
}

export const eventBody = (row: EventRow, livemode: boolean, isRedacted: boolean): Event => ({
  object: 'event',
  id: row.id,
  sequence: Number(row.sequence),
  type: row.type,
  api_version: row.api_version,
  livemode,
  created_at: row.created_at,
  actor: { type: row.actor_type, id: row.actor_id },
  request_id: row.request_id,
  ...(isRedacted ? { data: { object: bareRecord(row) }, redacted: true as const } : { data: row.data }),
})

const bareRecord = ({ object, object_id: id }: EventRow) => ({ object, id })

/** The scopes are worked out once for a page, not for each of its events. */
function readerOf({ key, tenant, owner }: Caller): (type: EventType) => boolean {
  const held = effectiveScopes(key.scopes, tenant.modules).filter(scope => owner.rights.includes(scope))
  return type => readScopesOf(type, tenant.modules).some(scope => held.includes(scope))
}
