/** The people of the account and their rights. They belong to both books. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static } from '../../contract/schema.ts'
import { type Role, roles, type Scope, scopes } from '../../contract/scopes.ts'
import { defineSection } from '../../kernel/section.ts'
import { Flag, Name } from '../../kernel/settings-words.ts'
import { listUsers, lockUsers, type UserRow } from './store.ts'
import { hasOwner } from './user-rules.ts'
import { saveUser } from './users.ts'

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
    hasOwner([...rows.values()])
      ? []
      : [{ key: 'owner', reason: 'One active owner must stay: keys and sign-in links act for one.' }],
  async save(ctx, rows) {
    if (rows.length === 0) return
    const known = await lockUsers(ctx.tx, ctx.account.tenant.id)
    for (const user of rows) await saveUser(ctx, user, known)
  },
})
