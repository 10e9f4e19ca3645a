/** Accounts: tenants with their books, plans, users and keys. */
import { defineDomain } from '../../kernel/domain.ts'
import { users } from './settings.ts'
import { expireSessions } from './workers.ts'

export const accounts = defineDomain({ name: 'accounts', after: [], settings: [users], workers: [expireSessions] })

export { createSignInLink, createTenant } from './actions.ts'
export { startBook } from './books.ts'
export { createKey, replaceKey } from './keys.ts'
export {
  deleteSession,
  findKey,
  findSession,
  type KeyRow,
  listKeys,
  type Session,
  useSignInLink,
} from './keys-store.ts'
export { countTenants, findTenant, listUsers } from './store.ts'
