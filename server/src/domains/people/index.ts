/** People: who signs in, how, and what they may change about themselves. */
import { defineDomain } from '../../kernel/domain.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { sessionEndpoints } from './session-endpoints.ts'
import { expireSessions } from './workers.ts'

export const people = defineDomain({
  name: 'people',
  after: ['core', 'accounts'],
  endpoints: [...sessionEndpoints, ...profileEndpoints],
  workers: [expireSessions],
})

export { requireProof } from './proof.ts'
export type { SessionView } from './schema.ts'
export { sessionOf, signInByLink, signOut } from './sign-in.ts'
export { viewSession } from './view.ts'
