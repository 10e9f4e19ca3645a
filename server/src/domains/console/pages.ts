/** The console's door: a one-time link opens a session. The console itself grows on the other side of it. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import type { Page, PageAnswer, PageRequest } from '../../kernel/page.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { type Clock, toInstant } from '../../lib/instants.ts'
import { findSession, listKeys, useSignInLink } from '../accounts/keys-store.ts'
import { homePage, signInPage } from './html.ts'

const sessionLivesMs = 12 * 60 * 60 * 1_000
const cookieName = 'cellarbook_session'

export const consolePages = (database: Database, clock: Clock, isHttps: boolean): Page[] => [
  {
    path: '/console/sign-in',
    door: 'signIns',
    answer: async request => {
      const answer = await signIn(database, clock, request)
      return answer.cookie && isHttps ? { ...answer, cookie: `${answer.cookie}; Secure` } : answer
    },
  },
  { path: '/console', answer: request => home(database, clock, request) },
]

async function signIn(database: Database, clock: Clock, { query }: PageRequest): Promise<PageAnswer> {
  const session = randomBytes(24).toString('base64url')
  const opened = await useSignInLink(database, {
    tokenHash: hashSecret(query.get('token') ?? ''),
    sessionHash: hashSecret(session),
    now: toInstant(clock()),
    sessionEndsAt: toInstant(clock() + sessionLivesMs),
  })
  if (opened === 0) return { status: 403, html: signInPage('This link was used already, or it is too old.') }
  const cookie = `${cookieName}=${session}; Path=/console; HttpOnly; SameSite=Lax; Max-Age=${sessionLivesMs / 1_000}`
  return { status: 303, location: '/console', cookie }
}

async function home(database: Database, clock: Clock, { cookies }: PageRequest): Promise<PageAnswer> {
  const token = cookies.get(cookieName)
  const session = token && (await findSession(database, hashSecret(token), toInstant(clock())))
  if (!session) return { status: 401, html: signInPage('You are not signed in.') }
  return { status: 200, html: homePage(session, await listKeys(database, session.tenant_id)) }
}
