/** The people of the account and their rights. They belong to both books. */
import { type Role, roles, type Scope } from '../../../contract/scopes.ts'
import { insertUser, type UserRow, updateUser } from '../../accounts/store.ts'
import type { SettingsUser } from '../schema.ts'
import { defineSection } from '../section.ts'

export const users = defineSection<SettingsUser, UserRow>({
  name: 'users',
  wanted: document => document.users,
  put(document, entries) {
    document.users = entries
  },
  rows: world => world.users,
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
  refuse: () => undefined,
  check: world =>
    [...world.users.values()].some(({ role, is_active }) => role === 'owner' && is_active)
      ? []
      : [{ key: 'owner', reason: 'One active owner must stay: keys and sign-in links act for one.' }],
  async save(ctx, rows) {
    for (const user of rows) {
      const isKnown = (await updateUser(ctx.tx, ctx.account.tenant.id, user, ctx.now)) > 0
      if (!isKnown) await insertUser(ctx.tx, ctx.account.tenant.id, user, ctx.now)
    }
  },
})
