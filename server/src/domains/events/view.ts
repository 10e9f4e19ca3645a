/** An event as one key may see it. */
import { type EventType, readScopesOf } from '../../contract/events.ts'
import { effectiveScopes } from '../../contract/scopes.ts'
import type { Caller } from '../../kernel/account.ts'
import type { Event } from './schema.ts'
import type { EventRow } from './store.ts'

/** The sequence stays whole for every key: what it may not read is shown without its content. */
export function eventViewer(caller: Caller): (row: EventRow) => Event {
  const mayRead = readerOf(caller)
  return row => ({
    object: 'event',
    id: row.id,
    sequence: Number(row.sequence),
    type: row.type,
    api_version: row.api_version,
    livemode: caller.book.isLive,
    created_at: row.created_at,
    actor: { type: row.actor_type, id: row.actor_id },
    request_id: row.request_id,
    ...(mayRead(row.type) ? { data: row.data } : { data: { object: bareRecord(row) }, redacted: true as const }),
  })
}

const bareRecord = ({ object, object_id: id }: EventRow) => ({ object, id })

/** The scopes are worked out once for a page, not for each of its events. */
function readerOf({ key, tenant, owner }: Caller): (type: EventType) => boolean {
  const held = effectiveScopes(key.scopes, tenant.modules).filter(scope => owner.rights.includes(scope))
  return type => readScopesOf(type, tenant.modules).some(scope => held.includes(scope))
}
