/** Accounts: tenants with their books, plans, users and keys. */
import { defineDomain } from '../../kernel/domain.ts'
import { users } from './settings.ts'
import { expireSessions } from './workers.ts'

export const accounts = defineDomain({ name: 'accounts', after: [], settings: [users], workers: [expireSessions] })
