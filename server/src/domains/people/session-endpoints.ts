/** /session: signing in and out, and what the browser has to know to show anything. */
import { type ProblemRow, problem, validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import { defineSignInEndpoint, type SignInContext } from '../../kernel/endpoint.ts'
import { signInErrors as errors, findOpened, requireSession, shownSession, signedIn } from './answers.ts'
import { confirmPerson } from './confirming.ts'
import type { Opened } from './opening.ts'
import { SignInOptions } from './passkeys/schema.ts'
import { makeSignInOptions, signInByPasskey } from './passkeys/sign-in.ts'
import { AccountChoice, Confirmation, SecondStep, SessionView, SignIn } from './schema.ts'
import { chooseAccount, signInByLink, signInByPassword, signOut } from './sign-in.ts'
import { takeSecondStep } from './totp/second-step.ts'

const returns = { status: 200, schema: SessionView } as const

const createSession = defineSignInEndpoint({
  id: 'session.create',
  method: 'POST',
  path: '/session',
  summary: 'Sign in by a one-time link, by e-mail and password, or by a passkey',
  door: 'signIns',
  body: SignIn,
  returns: { ...returns, status: 201 },
  errors,
  handle: async (body, ctx) => signedIn(ctx, await open(body, ctx)),
})

async function open(body: SignIn, ctx: SignInContext): Promise<Opened> {
  const { token, email, password, passkey } = body
  const sent = Object.keys(body).length
  if (token !== undefined && sent === 1) {
    const opened = await signInByLink(ctx, token)
    if (!opened) throw problem('unauthenticated', { detail: 'This link was used already, or it is too old.' })
    return opened
  }
  if (passkey !== undefined && sent === 1) return signInByPasskey(ctx, passkey)
  if (email !== undefined && password !== undefined && sent === 2) return signInByPassword(ctx, email, password)
  const message = 'Send token, or email and password, or passkey.'
  const row: ProblemRow = { field: 'token', code: 'exactly_one_of', message }
  throw validationFailed([row])
}

const passkeyOptions = defineSignInEndpoint({
  id: 'session.passkey_options',
  method: 'POST',
  path: '/session/passkey-options',
  summary: 'Ask what a passkey has to sign',
  door: 'sessions',
  returns: { status: 200, schema: SignInOptions },
  errors,
  handle: async (_body, ctx) => ({ body: await makeSignInOptions(ctx) }),
})

const getSession = defineSignInEndpoint({
  id: 'session.get',
  method: 'GET',
  path: '/session',
  summary: 'Show who is signed in',
  door: 'sessions',
  returns,
  errors,
  handle: async (_body, ctx) => shownSession(ctx, await findOpened(ctx)),
})

const deleteSession = defineSignInEndpoint({
  id: 'session.delete',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  door: 'sessions',
  returns: { status: 204, schema: Shape({}) },
  errors,
  async handle(_body, ctx) {
    if (ctx.token) await signOut(ctx, ctx.token)
    return { body: {}, token: null }
  },
})

const secondStep = defineSignInEndpoint({
  id: 'session.actions.second_step',
  method: 'POST',
  path: '/session/actions/second_step',
  summary: 'Finish signing in with a code',
  door: 'signIns',
  body: SecondStep,
  returns,
  errors,
  handle: async ({ code }, ctx) => signedIn(ctx, await takeSecondStep(ctx, await findOpened(ctx), code)),
})

const confirmSession = defineSignInEndpoint({
  id: 'session.actions.confirm',
  method: 'POST',
  path: '/session/actions/confirm',
  summary: 'Confirm that it is still the same person',
  door: 'signIns',
  body: Confirmation,
  returns,
  errors,
  async handle(body, ctx) {
    await confirmPerson(ctx, await requireSession(ctx), body)
    return shownSession(ctx, await requireSession(ctx))
  },
})

const chooseSessionAccount = defineSignInEndpoint({
  id: 'session.actions.choose_account',
  method: 'POST',
  path: '/session/actions/choose_account',
  summary: 'Work in another account of the same person',
  door: 'sessions',
  body: AccountChoice,
  returns,
  errors: [...errors, 'not_found'],
  handle: async ({ account_id }, ctx) => signedIn(ctx, await chooseAccount(ctx, await requireSession(ctx), account_id)),
})

export const sessionEndpoints = [
  createSession,
  passkeyOptions,
  getSession,
  deleteSession,
  secondStep,
  confirmSession,
  chooseSessionAccount,
]
