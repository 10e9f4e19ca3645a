/** Accounts: tenants with their books, plans, users and keys. */
import { defineDomain } from '../../kernel/domain.ts'
import { users } from './settings.ts'

export const accounts = defineDomain({ name: 'accounts', after: [], settings: [users] })

export { AccountRefusal, createSignInLink, createTenant } from './actions.ts'
export { startBook } from './books.ts'
export { addKey, createKey, replaceKey, revokedOf } from './keys.ts'
export { findKey, type KeyRow, listKeys, lockKey, revokeKey, updateKey } from './keys-store.ts'
export { countTenants, findTenant, listBooks, listUsers, lockUsers, type UserRow } from './store.ts'
export { hasOwner, refusalOfChange } from './user-rules.ts'
export { saveUser, sessionsOfUsers } from './users.ts'
