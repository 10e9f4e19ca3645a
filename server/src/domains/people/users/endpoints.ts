/** /settings/users: the people of an account, for those who manage them. */
import { Type } from 'typebox'
import { apiPrefix } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { OneOf, Shape, Text } from '../../../contract/schema.ts'
import { roles } from '../../../contract/scopes.ts'
import { addressOf } from '../../../kernel/addresses.ts'
import { auditWrite } from '../../../kernel/audit.ts'
import type { FindContext, WriteContext } from '../../../kernel/context.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { conditionsOf } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { refusalOfChange } from '../../accounts/index.ts'
import { requireProof } from '../proof.ts'
import { endSessionsOfUser } from '../sessions-store.ts'
import { addUser, changeUser, type Inviting, invite, setActive } from './actions.ts'
import { InvitedUser, RoleName, User, UserCreate, UserPatch, userStatuses } from './schema.ts'
import { signInSettingsEndpoints } from './sign-in-settings.ts'
import { findShownUser, hasRole, hasStatus, isFoundBy, type ShownUser, selectUsers } from './store.ts'

const path = '/settings/users'
const access = { scopes: [], persons: ['owner', 'admin'] } as const

const userOfPath = ({ id }: Record<string, string>, { db, account }: FindContext) =>
  findShownUser(db, account.tenant.id, id!)

const viewUser = (
  { is_active: _active, version: _version, person_id: _person, ...user }: ShownUser,
  self: string,
): User => ({
  object: 'user',
  ...user,
  has_role_rights:
    user.rights.length === roles[user.role].scopes.length &&
    user.rights.every(right => roles[user.role].scopes.includes(right)),
  is_self: user.id === self,
})

async function shown({ tx, account }: WriteContext, { caller }: Inviting, id: string) {
  const user = (await findShownUser(tx, account.tenant.id, id))!
  return { body: viewUser(user, caller.owner.id), version: user.version }
}

async function proved(_input: unknown, { db, caller, nowMs, files, hasMail }: PrepareContext) {
  await requireProof(db, caller, nowMs)
  return { ready: { caller, hasMail, baseUrl: addressOf(files.addresses, caller) } }
}

const list = defineList({
  id: 'users.list',
  path,
  summary: 'List the users of the account',
  access,
  filters: Shape({
    status: Type.Optional(OneOf(userStatuses)),
    role: Type.Optional(RoleName),
    search: Type.Optional(Text(1, 100)),
  }),
  record: User,
  select({ db, account }, { filters, where }, page) {
    const conditions = conditionsOf(filters, { status: hasStatus, role: hasRole, search: isFoundBy })
    return selectUsers(db, { tenantId: account.tenant.id, where: [...where, ...conditions] }, page)
  },
  view: (row, { caller }) => viewUser(row, caller.owner.id),
})

const get = defineEndpoint({
  id: 'users.get',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Show a user',
  access,
  returns: { status: 200, schema: User, etag: true },
  errors: [],
  record: userOfPath,
  handle: async ({ record }, { caller }) => ({ body: viewUser(record, caller.owner.id), version: record.version }),
})

const create = defineEndpoint({
  id: 'users.create',
  method: 'POST',
  path,
  summary: 'Invite a user',
  access,
  body: UserCreate,
  returns: { status: 201, schema: InvitedUser, etag: true },
  errors: ['conflict'],
  prepare: proved,
  async handle({ body, ready }, ctx) {
    const { id, link } = await addUser(ctx, ready, body)
    const reply = await shown(ctx, ready, id)
    const location = `${apiPrefix}${path}/${id}`
    return { ...reply, body: { ...reply.body, invitation_link: link }, isSecret: true, location }
  },
})

const patch = defineEndpoint({
  id: 'users.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change a user',
  description: 'Another role or other rights end the sessions of the user. A role alone brings its own rights.',
  access,
  body: UserPatch,
  returns: { status: 200, schema: User, etag: true },
  errors: ['stale_version', 'conflict'],
  record: userOfPath,
  prepare: proved,
  async handle({ body, record, ready }, ctx) {
    await changeUser(ctx, record, body)
    return shown(ctx, ready, record.id)
  },
})

const again = defineEndpoint({
  id: 'users.actions.invite',
  method: 'POST',
  path: `${path}/{id}/actions/invite`,
  summary: 'Invite a user again',
  description: 'The link sent before works no more.',
  access,
  body: Shape({}),
  returns: { status: 200, schema: InvitedUser, etag: true },
  errors: ['stale_version', 'conflict'],
  record: userOfPath,
  prepare: proved,
  async handle({ record, ready }, ctx) {
    if (!record.is_active) throw problem('conflict', { detail: 'The user is deactivated.' })
    if (record.person_id !== null) throw problem('conflict', { detail: 'The user signs in already.' })
    // The link signs in as the user: whoever may see it must be able to make such a user.
    const detail = refusalOfChange(ready.caller.owner, { before: undefined, after: record })
    if (detail !== undefined) throw problem('forbidden', { detail })
    const link = await invite(ctx, ready, record)
    const reply = await shown(ctx, ready, record.id)
    return { ...reply, body: { ...reply.body, invitation_link: link }, isSecret: true }
  },
})

const activation = (key: 'deactivate' | 'activate', summary: string) =>
  defineEndpoint({
    id: `users.actions.${key}`,
    method: 'POST',
    path: `${path}/{id}/actions/${key}`,
    summary,
    access,
    body: Shape({}),
    returns: { status: 200, schema: User, etag: true },
    errors: ['stale_version', 'conflict'],
    record: userOfPath,
    prepare: proved,
    async handle({ record, ready }, ctx) {
      await setActive(ctx, record, key === 'activate')
      return shown(ctx, ready, record.id)
    },
  })

const endSessions = defineEndpoint({
  id: 'users.actions.end_sessions',
  method: 'POST',
  path: `${path}/{id}/actions/end_sessions`,
  summary: 'Sign a user out everywhere',
  access,
  body: Shape({}),
  returns: { status: 200, schema: User, etag: true },
  errors: ['stale_version'],
  record: userOfPath,
  prepare: proved,
  async handle({ record, ready }, ctx) {
    if (record.role === 'owner' && ready.caller.owner.role !== 'owner') {
      throw problem('forbidden', { detail: 'Only an owner signs an owner out.' })
    }
    const ended = await endSessionsOfUser(ctx.tx, { tenantId: ctx.account.tenant.id, userId: record.id })
    auditWrite(ctx, { action: 'user.signed_out', subjectId: record.id, details: { ended_sessions: ended } })
    return shown(ctx, ready, record.id)
  },
})

export const userEndpoints = [
  list,
  create,
  get,
  patch,
  again,
  endSessions,
  activation('deactivate', 'Deactivate a user'),
  activation('activate', 'Activate a user again'),
  ...signInSettingsEndpoints,
]
