/** The people of the account and their rights. They belong to both books. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static } from '../../contract/schema.ts'
import { type Role, roles, type Scope, scopes } from '../../contract/scopes.ts'
import { defineSection } from '../../kernel/section.ts'
import { Flag, Name } from '../../kernel/settings-words.ts'
import { insertUser, listUsers, type UserRow, updateUser } from './store.ts'

const User = Shape({
  email: Type.String({ format: 'email' }),
  name: Name,
  role: OneOf(Object.keys(roles)),
  rights: Type.Optional(
    Type.Array(OneOf(scopes), { description: 'Instead of those of the role: the same words as the scopes of keys.' }),
  ),
  is_active: Flag,
})
type User = Static<typeof User>

declare module '../../kernel/settings.ts' {
  interface Settings {
    users?: User[]
  }
}

export const users = defineSection<User, UserRow>({
  name: 'users',
  place: 17,
  entry: User,
  load: ({ db, account }) => listUsers(db, account.tenant.id),
  key: ({ email }) => email.toLowerCase(),
  defaults: { is_active: true },
  follow: ({ role }) => ({ rights: roles[role as Role].scopes.toSorted() }),
  out: ({ email, name, role, rights, is_active }) => ({ email, name, role, rights: rights.toSorted(), is_active }),
  canonical: ({ rights, ...user }) => ({ ...user, ...(rights && { rights: rights.toSorted() }) }),
  row: ({ email, name, role, rights, is_active }, id) => ({
    id,
    email,
    name,
    role: role as Role,
    rights: rights as Scope[],
    is_active,
  }),
  check: rows =>
    [...rows.values()].some(({ role, is_active }) => role === 'owner' && is_active)
      ? []
      : [{ key: 'owner', reason: 'One active owner must stay: keys and sign-in links act for one.' }],
  async save(ctx, rows) {
    for (const user of rows) {
      const at = { tenantId: ctx.account.tenant.id, now: ctx.now }
      const isKnown = (await updateUser(ctx.tx, at, user)) > 0
      if (!isKnown) await insertUser(ctx.tx, at, user)
    }
  },
})
