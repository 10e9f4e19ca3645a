/** /settings/api-keys: the keys of both books, for the people who manage them. */
import { Type } from 'typebox'
import { apiPrefix } from '../../contract/locations.ts'
import { OneOf, Shape, Text } from '../../contract/schema.ts'
import type { Queryable } from '../../db/pool.ts'
import type { FindContext, WriteContext } from '../../kernel/context.ts'
import { defineEndpoint, type PrepareContext } from '../../kernel/endpoint.ts'
import { conditionsOf } from '../../kernel/filters.ts'
import { defineList } from '../../kernel/list.ts'
import { type Instant, toInstant } from '../../lib/instants.ts'
import { requireProof } from '../people/index.ts'
import { changeKey, makeKey, renewKey, stopKey } from './actions.ts'
import { countCalls } from './calls.ts'
import { keyFaults, presetOf, statusOf } from './rules.ts'
import {
  ApiKey,
  ApiKeyCreate,
  ApiKeyPatch,
  ApiKeyRoll,
  ApiKeyWithSecret,
  KeyMode,
  keyStatuses,
  RolledApiKey,
} from './schema.ts'
import { findShownKey, hasMode, hasStatus, isFoundBy, type ShownKey, selectKeys } from './store.ts'

const path = '/settings/api-keys'
const access = { scopes: [], persons: ['owner', 'admin'] } as const
const dayMs = 24 * 60 * 60 * 1_000

const keyOfPath = ({ id }: Record<string, string>, { db, account }: FindContext) =>
  findShownKey(db, account.tenant.id, id!)

interface Seen {
  now: Instant
  calls: number | null
}

const viewKey = (key: ShownKey, { now, calls }: Seen): ApiKey => ({
  object: 'api_key',
  id: key.id,
  name: key.name,
  mode: key.is_live ? 'live' : 'test',
  prefix: key.prefix,
  last_four: key.last_four,
  preset: presetOf(key.scopes),
  scopes: key.scopes,
  allowed_addresses: key.allowed_addresses,
  owner: { id: key.owner_id, email: key.owner_email, name: key.owner_name },
  status: statusOf(key, now),
  expires_at: key.expires_at,
  revoked_at: key.revoked_at,
  replaced_by: key.replaced_by,
  last_used_at: key.last_used_at,
  calls_24h: calls,
  created_at: key.created_at,
})

async function callsOf(db: Queryable, tenantId: string, of: { ids: string[]; nowMs: number }) {
  const counted = await countCalls(db, { tenantId, ids: of.ids }, toInstant(of.nowMs - dayMs))
  return (id: string): number | null => (counted ? (counted.get(id) ?? 0) : null)
}

/** As it is now, read again inside the write. */
async function shown({ tx, account, serviceTime: now }: WriteContext, id: string) {
  const key = (await findShownKey(tx, account.tenant.id, id))!
  const calls = await callsOf(tx, account.tenant.id, { ids: [id], nowMs: Date.parse(now) })
  return { body: viewKey(key, { now, calls: calls(id) }), version: key.version }
}

const ready = async (_input: unknown, { caller }: PrepareContext) => ({ ready: caller })

async function proved(_input: unknown, { db, caller, nowMs }: PrepareContext) {
  await requireProof(db, caller, nowMs)
  return { ready: caller }
}

const list = defineList({
  id: 'apiKeys.list',
  path,
  summary: 'List API keys',
  access,
  filters: Shape({
    mode: Type.Optional(KeyMode),
    status: Type.Optional(OneOf(keyStatuses)),
    search: Type.Optional(Text(1, 100)),
  }),
  record: ApiKey,
  since: 'created',
  async select({ db, account, nowMs }, { filters, where }, page) {
    const conditions = conditionsOf(filters, {
      mode: hasMode,
      status: status => hasStatus(status, toInstant(nowMs)),
      search: isFoundBy,
    })
    const found = await selectKeys(db, { tenantId: account.tenant.id, where: [...where, ...conditions] }, page)
    const calls = await callsOf(db, account.tenant.id, { ids: found.rows.map(({ id }) => id), nowMs })
    return { ...found, rows: found.rows.map(row => ({ ...row, calls: calls(row.id) })) }
  },
  view: (row, { nowMs }) => viewKey(row, { now: toInstant(nowMs), calls: row.calls }),
})

const get = defineEndpoint({
  id: 'apiKeys.get',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Show an API key',
  access,
  returns: { status: 200, schema: ApiKey, etag: true },
  errors: [],
  record: keyOfPath,
  async handle({ record }, { db, account, nowMs }) {
    const calls = await callsOf(db, account.tenant.id, { ids: [record.id], nowMs })
    return { body: viewKey(record, { now: toInstant(nowMs), calls: calls(record.id) }), version: record.version }
  },
})

const create = defineEndpoint({
  id: 'apiKeys.create',
  method: 'POST',
  path,
  summary: 'Create an API key',
  description: 'The secret is shown only in this response. It acts for the person who made it.',
  access,
  body: ApiKeyCreate,
  returns: { status: 201, schema: ApiKeyWithSecret, etag: true },
  errors: ['conflict'],
  bodyErrors: keyFaults,
  prepare: proved,
  async handle({ body, ready: caller }, ctx) {
    const { id, secret } = await makeKey(ctx, caller, body)
    const reply = await shown(ctx, id)
    const location = `${apiPrefix}${path}/${id}`
    return { ...reply, body: { ...reply.body, secret }, isSecret: true, location }
  },
})

const patch = defineEndpoint({
  id: 'apiKeys.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change an API key',
  access,
  body: ApiKeyPatch,
  returns: { status: 200, schema: ApiKey, etag: true },
  errors: ['stale_version', 'conflict'],
  bodyErrors: keyFaults,
  record: keyOfPath,
  // Another name gives nobody more.
  prepare: (input, ctx) =>
    Object.keys(input.body).some(field => field !== 'name') ? proved(input, ctx) : ready(input, ctx),
  async handle({ body, record, ready: caller }, ctx) {
    await changeKey(ctx, caller, { key: record, body })
    return shown(ctx, record.id)
  },
})

const roll = defineEndpoint({
  id: 'apiKeys.actions.roll',
  method: 'POST',
  path: `${path}/{id}/actions/roll`,
  summary: 'Give an API key another secret',
  description: 'The old one works for 24 hours more, unless told otherwise. Its webhook endpoints go along.',
  access,
  body: ApiKeyRoll,
  returns: { status: 200, schema: RolledApiKey, etag: true },
  errors: ['stale_version', 'conflict'],
  record: keyOfPath,
  prepare: proved,
  async handle({ body, record, ready: caller }, ctx) {
    const asked = { key: record, overlapHours: body.overlap_hours ?? 24 }
    const { id, key, old_id, old_expires_at, endpoints } = await renewKey(ctx, caller.owner.rights, asked)
    const reply = await shown(ctx, id)
    const rolled = { ...reply.body, secret: key, old_id, old_expires_at, moved_endpoints: endpoints }
    return { ...reply, body: rolled, isSecret: true }
  },
})

const revoke = defineEndpoint({
  id: 'apiKeys.actions.revoke',
  method: 'POST',
  path: `${path}/{id}/actions/revoke`,
  summary: 'Revoke an API key',
  access,
  body: Shape({}),
  returns: { status: 200, schema: ApiKey, etag: true },
  errors: ['stale_version'],
  record: keyOfPath,
  async handle({ record }, ctx) {
    await stopKey(ctx, record)
    return shown(ctx, record.id)
  },
})

export const keyEndpoints = [list, create, get, patch, roll, revoke]
