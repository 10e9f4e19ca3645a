/** People: who signs in, how, and what they may change about themselves. */
import { defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { sessionsOfUsers } from '../accounts/index.ts'
import { linkEndpoints } from './links/endpoints.ts'
import { answerResets } from './links/workers.ts'
import { passkeyEndpoints } from './passkeys/endpoints.ts'
import { profileEndpoints } from './profile-endpoints.ts'
import { sessionEndpoints } from './session-endpoints.ts'
import { endSessionsOfUser } from './sessions-store.ts'
import { totpEndpoints } from './totp/endpoints.ts'
import { userEndpoints } from './users/endpoints.ts'
import { expireSessions } from './workers.ts'

export const people = defineDomain({
  name: 'people',
  after: ['core', 'accounts', 'mails'],
  endpoints: [
    ...sessionEndpoints,
    ...linkEndpoints,
    ...profileEndpoints,
    ...passkeyEndpoints,
    ...totpEndpoints,
    ...userEndpoints,
  ],
  workers: [expireSessions, answerResets],
  fills: [fill(sessionsOfUsers, endSessionsOfUser)],
})

export { requireProof } from './proof.ts'
