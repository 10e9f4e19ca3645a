/** The console's door: a one-time link opens a session. The console itself grows on the other side of it. */

import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import { appendAudit } from '../../kernel/audit.ts'
import type { Page, PageAnswer, PageRequest } from '../../kernel/ports/page.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { type Clock, type Instant, toInstant } from '../../lib/instants.ts'
import { deleteSession, findSession, listKeys, useSignInLink } from '../accounts/index.ts'
import { homePage, openLinkPage, signInPage } from './html.ts'

const sessionLivesMs = 12 * 60 * 60 * 1_000
const cookieName = 'cellarbook_session'

export function consolePages(database: Database, clock: Clock, isHttps: boolean): Page[] {
  const cookie = (value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/console; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isHttps ? '; Secure' : ''}`
  return [
    { path: '/console/sign-in', answer: async request => showLink(request) },
    {
      path: '/console/sign-in',
      isForm: true,
      door: 'signIns',
      answer: async request => {
        const session = await signIn(database, clock, request)
        return session
          ? { status: 303, location: '/console', cookie: cookie(session, sessionLivesMs / 1_000) }
          : { status: 403, html: signInPage('This link was used already, or it is too old.') }
      },
    },
    {
      path: '/console/sign-out',
      isForm: true,
      answer: async request => {
        await signOut(database, clock, request)
        return { status: 303, location: '/console/signed-out', cookie: cookie('', 0) }
      },
    },
    { path: '/console/signed-out', answer: async () => ({ status: 200, html: signInPage('You are signed out.') }) },
    { path: '/console', answer: request => home(database, clock, request) },
  ]
}

/** Looks nothing up and uses nothing up: programs that preview a link open it before the person does. */
function showLink({ query }: PageRequest): PageAnswer {
  const token = query.get('token') ?? ''
  return /^[\w-]{1,100}$/.test(token)
    ? { status: 200, html: openLinkPage(token) }
    : { status: 403, html: signInPage('This link is not complete.') }
}

/** The new session, or undefined when the link opens none. */
async function signIn(database: Database, clock: Clock, { form }: PageRequest): Promise<string | undefined> {
  const session = randomBytes(24).toString('base64url')
  const now = toInstant(clock())
  return database.transaction(async tx => {
    const opened = await useSignInLink(tx, {
      tokenHash: hashSecret(form.get('token') ?? ''),
      sessionHash: hashSecret(session),
      now,
      sessionEndsAt: toInstant(clock() + sessionLivesMs),
    })
    if (!opened) return undefined
    await appendAudit(tx, auditEntry('sign_in.opened', opened, now))
    return session
  })
}

const auditEntry = (action: string, { tenant_id, user_id }: { tenant_id: string; user_id: string }, at: Instant) => ({
  tenantId: tenant_id,
  at,
  actor: { type: 'user', id: user_id } as const,
  action,
  subjectId: user_id,
  details: {},
})

async function signOut(database: Database, clock: Clock, { cookies }: PageRequest): Promise<void> {
  const token = cookies.get(cookieName)
  if (!token) return
  await database.transaction(async tx => {
    const ended = await deleteSession(tx, hashSecret(token))
    if (ended) await appendAudit(tx, auditEntry('sign_in.ended', ended, toInstant(clock())))
  })
}

async function home(database: Database, clock: Clock, { cookies }: PageRequest): Promise<PageAnswer> {
  const token = cookies.get(cookieName)
  const session = token && (await findSession(database, hashSecret(token), toInstant(clock())))
  if (!session) return { status: 401, html: signInPage('You are not signed in.') }
  return { status: 200, html: homePage(session, await listKeys(database, session.tenant_id)) }
}
