/** Use cases of users, inside the write: invited, changed, let go and taken back. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import { type Role, roles, type Scope, scopes } from '../../../contract/scopes.ts'
import { auditWrite, changesOf } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { hasOwner, lockUsers, saveUser, type UserRow } from '../../accounts/index.ts'
import { writeMails } from '../../mails/index.ts'
import { makeLink } from '../links/actions.ts'
import { linkMail, pagePath } from '../links/mails.ts'
import type { UserCreate, UserPatch } from './schema.ts'
import type { ShownUser } from './store.ts'

/** Who invites, and where the link leads. */
export interface Inviting {
  caller: Caller
  baseUrl: string
  hasMail: boolean
}

const rightsOf = (role: Role, wanted?: readonly Scope[]): Scope[] =>
  scopes.filter(scope => (wanted ?? roles[role].scopes).includes(scope))

/** The link itself where nobody else would bring it. */
export async function invite(
  ctx: WriteContext,
  { caller, baseUrl, hasMail }: Inviting,
  user: Pick<UserRow, 'id' | 'email'>,
): Promise<string | null> {
  const { tenant } = ctx.account
  const { token } = await makeLink(
    ctx.tx,
    { kind: 'invitation', tenantId: tenant.id, userId: user.id, email: user.email },
    ctx.serviceTime,
  )
  const about = { account: tenant.name, invitedBy: caller.pass.name, occurrence: `${user.id}:${ctx.now}` }
  const mail = { kind: 'invitation' as const, tenantId: tenant.id, recipient: user.email, token, baseUrl, ...about }
  await writeMails(ctx.tx, [linkMail(mail, ctx.seals!)], ctx.serviceTime)
  return hasMail ? null : `${baseUrl}${pagePath('invitation')}${token}`
}

const factsOf = ({ email, name, role, rights, is_active }: Omit<UserRow, 'id'>) => ({
  email,
  name,
  role,
  rights,
  is_active,
})

export async function addUser(ctx: WriteContext, inviting: Inviting, body: UserCreate) {
  const known = await lockUsers(ctx.tx, ctx.account.tenant.id)
  refuseTaken(known, body.email)
  const user = {
    id: newId(),
    email: body.email,
    name: body.name,
    role: body.role,
    rights: rightsOf(body.role, body.rights),
    is_active: true,
  }
  await saveUser(ctx, user, known)
  const link = await invite(ctx, inviting, user)
  auditWrite(ctx, { action: 'user.invited', subjectId: user.id, details: factsOf(user) })
  return { id: user.id, link }
}

function refuseTaken(known: readonly UserRow[], email: string, own?: string): void {
  const taken = known.find(each => each.id !== own && each.email.toLowerCase() === email.toLowerCase())
  if (!taken) return
  throw problem('conflict', { detail: 'Another user of the account has this e-mail.', existing_id: taken.id })
}

export async function changeUser(ctx: WriteContext, user: ShownUser, body: UserPatch): Promise<void> {
  const known = await lockUsers(ctx.tx, ctx.account.tenant.id)
  if (body.email !== undefined && body.email !== user.email) {
    refuseTaken(known, body.email, user.id)
    if (user.person_id !== null) throw validationFailed([acceptedAlready])
  }
  const role = body.role ?? user.role
  const isTold = body.rights !== undefined || role !== user.role
  await save(ctx, known, {
    id: user.id,
    email: body.email ?? user.email,
    name: body.name ?? user.name,
    role,
    rights: isTold ? rightsOf(role, body.rights) : user.rights,
    is_active: user.is_active,
  })
}

const acceptedAlready = {
  field: 'email',
  code: 'not_allowed',
  message: 'The user signs in already. Invite the other e-mail instead.',
} as const

export async function setActive(ctx: WriteContext, user: ShownUser, is_active: boolean): Promise<void> {
  const known = await lockUsers(ctx.tx, ctx.account.tenant.id)
  const { id, email, name, role, rights } = user
  await save(ctx, known, { id, email, name, role, rights, is_active })
}

const actions = { true: 'user.activated', false: 'user.deactivated' } as const

async function save(ctx: WriteContext, known: readonly UserRow[], user: UserRow): Promise<void> {
  const before = known.find(({ id }) => id === user.id)!
  const changes = changesOf(factsOf(before), factsOf(user))
  if (Object.keys(changes).length === 0) return
  await saveUser(ctx, user, known)
  if (!hasOwner(known.map(each => (each.id === user.id ? user : each)))) {
    throw problem('conflict', { detail: 'One active owner must stay.' })
  }
  const action = changes.is_active ? actions[`${user.is_active}`] : 'user.changed'
  auditWrite(ctx, { action, subjectId: user.id, details: { email: user.email, changes } })
}
