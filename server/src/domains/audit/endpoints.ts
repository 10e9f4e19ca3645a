/** GET /settings/audit: who did what, and from where. */
import { Type } from 'typebox'
import { DateText, described, ListOf, OneOf, Shape, Text, Uuid } from '../../contract/schema.ts'
import type { ReadContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { conditionsOf } from '../../kernel/filters.ts'
import { badCursor, cursorScope, defaultLimit, pagingParameters } from '../../kernel/list.ts'
import { AuditEntry, actorTypes } from './schema.ts'
import { isAbout, isAction, isBy, isByType, isFoundBy, isFrom, isUntil, type ShownEntry, selectAudit } from './store.ts'

const viewEntry = (entry: ShownEntry): AuditEntry => ({
  object: 'audit_entry',
  sequence: entry.sequence,
  at: entry.at,
  actor: { type: entry.actor_type, id: entry.actor_id, name: entry.actor_name },
  action: entry.action,
  record_id: entry.subject_id,
  details: entry.details,
  address: entry.address,
  request_id: entry.request_id,
  endpoint: entry.endpoint,
  hash: entry.hash,
})

function placeOf(ctx: ReadContext, scope: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const place = ctx.cursors.open(scope, cursor)
  if (!place) throw badCursor()
  return Number(place[0])
}

const list = defineEndpoint({
  id: 'audit.list',
  method: 'GET',
  path: '/settings/audit',
  summary: 'List what was changed, and by whom',
  description: 'The latest first. Entries are never changed, and each carries the hash of the one before.',
  access: { scopes: [], persons: ['owner', 'admin'] },
  query: Shape({
    actor: Type.Optional(described<string>(Uuid, 'A user, or an API key.')),
    actor_type: Type.Optional(OneOf(actorTypes)),
    action: Type.Optional(described<string>(Text(1, 100), '`key.created`, or `key.*` for all of a kind.')),
    record: Type.Optional(described<string>(Uuid, 'What was changed.')),
    date_from: Type.Optional(DateText),
    date_to: Type.Optional(DateText),
    search: Type.Optional(Text(1, 100)),
    ...pagingParameters,
  }),
  returns: { status: 200, schema: ListOf(AuditEntry) },
  errors: [],
  async handle({ query, params }, ctx) {
    const { tenant } = ctx.account
    const scope = cursorScope('audit.list', ctx, { query, params })
    const limit = query.limit ?? defaultLimit
    const where = conditionsOf(query, {
      actor: isBy,
      actor_type: isByType,
      action: isAction,
      record: isAbout,
      date_from: day => isFrom(day, tenant.timeZone),
      date_to: day => isUntil(day, tenant.timeZone),
      search: isFoundBy,
    })
    const before = placeOf(ctx, scope, query.cursor)
    const found = await selectAudit(ctx.db, { tenantId: tenant.id, where, before, limit })
    const rows = found.slice(0, limit)
    const hasMore = found.length > limit
    const next_cursor = hasMore ? ctx.cursors.seal(scope, [rows.at(-1)!.sequence]) : null
    return { body: { data: rows.map(viewEntry), next_cursor, has_more: hasMore } }
  },
})

export const auditEndpoints = [list]
