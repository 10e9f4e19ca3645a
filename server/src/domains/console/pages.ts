/** The console's door: a one-time link opens a session. The console itself grows on the other side of it. */

import type { Database } from '../../db/pool.ts'
import type { Page, PageAnswer, PageRequest } from '../../kernel/ports/page.ts'
import type { Clock } from '../../lib/instants.ts'
import { listKeys } from '../accounts/index.ts'
import { sessionOf, signInByLink, signOut, viewSession } from '../people/index.ts'
import { homePage, openLinkPage, signInPage } from './html.ts'

export function consolePages(database: Database, clock: Clock): Page[] {
  return [
    { path: '/console/sign-in', answer: async request => showLink(request) },
    {
      path: '/console/sign-in',
      isForm: true,
      door: 'signIns',
      answer: async ({ form, from }) => {
        const opened = await signInByLink({ database, clock, from }, form.get('token') ?? '')
        return opened
          ? { status: 303, location: '/console', token: opened.token }
          : { status: 403, html: signInPage('This link was used already, or it is too old.') }
      },
    },
    {
      path: '/console/sign-out',
      isForm: true,
      answer: async ({ token }) => {
        if (token) await signOut({ database, clock }, token)
        return { status: 303, location: '/console/signed-out', token: null }
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

async function home(database: Database, clock: Clock, { token }: PageRequest): Promise<PageAnswer> {
  const opened = await sessionOf({ database, clock }, token)
  const session = opened && (await viewSession(database, opened.session))
  if (!session?.account) return { status: 401, html: signInPage('You are not signed in.') }
  return { status: 200, html: homePage(session, await listKeys(database, session.account.id)) }
}
