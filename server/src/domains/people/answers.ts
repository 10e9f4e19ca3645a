/** What those who sign in are answered: the session as it is now, and its token in the cookie. */
import { problem } from '../../contract/problems.ts'
import type { SignInContext } from '../../kernel/endpoint.ts'
import type { Opened } from './opening.ts'
import { passkeyOffer } from './passkeys/offer.ts'
import { sessionOf, signOut } from './sign-in.ts'
import { viewSession } from './view.ts'

export const signInErrors = ['unauthenticated', 'forbidden', 'rate_limited', 'payload_too_large'] as const

const notSignedIn = () => problem('unauthenticated', { detail: 'You are not signed in.' })

/** The session of the browser, however far it is. */
export async function findOpened(ctx: SignInContext): Promise<Opened> {
  const opened = await sessionOf(ctx, ctx.token)
  if (!opened) throw notSignedIn()
  return opened
}

/** One that is past its second step. */
export async function requireSession(ctx: SignInContext): Promise<Opened> {
  const opened = await findOpened(ctx)
  if (opened.session.awaits_second_step)
    throw problem('unauthenticated', { detail: 'The second step is still to come.' })
  return opened
}

export async function shownSession({ database, clock, hasMail, baseUrl }: SignInContext, { session }: Opened) {
  const view = await viewSession(database, session, clock())
  if (!view) throw notSignedIn()
  return { body: { ...view, has_mail: hasMail, passkey_offer: passkeyOffer(baseUrl) } }
}

/** The session the browser had before is over. */
export async function signedIn(ctx: SignInContext, opened: Opened) {
  const had = await sessionOf(ctx, ctx.token)
  if (had && had.session.id !== opened.session.id) await signOut(ctx, had.token)
  return { ...(await shownSession(ctx, opened)), token: opened.token }
}
