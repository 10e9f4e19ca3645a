/** /session: signing in and out, and what the browser has to know to show anything. */
import { type ProblemRow, problem, validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import { defineSignInEndpoint, type SignInContext } from '../../kernel/endpoint.ts'
import { AccountChoice, Confirmation, SessionView, SignIn } from './schema.ts'
import {
  chooseAccount,
  confirmPerson,
  type Opened,
  sessionOf,
  signInByLink,
  signInByPassword,
  signOut,
} from './sign-in.ts'
import { viewSession } from './view.ts'

const errors = ['unauthenticated', 'forbidden', 'rate_limited', 'payload_too_large'] as const
const returns = { status: 200, schema: SessionView } as const

const createSession = defineSignInEndpoint({
  id: 'session.create',
  method: 'POST',
  path: '/session',
  summary: 'Sign in by a one-time link or by e-mail and password',
  door: 'signIns',
  body: SignIn,
  returns: { ...returns, status: 201 },
  errors,
  async handle(body, ctx) {
    const opened = await open(body, ctx)
    if (ctx.token) await signOut(ctx, ctx.token)
    return { ...(await shown(ctx, opened)), token: opened.token }
  },
})

async function open({ token, email, password }: SignIn, ctx: SignInContext): Promise<Opened> {
  if (token !== undefined && email === undefined && password === undefined) {
    const opened = await signInByLink(ctx, token)
    if (!opened) throw problem('unauthenticated', { detail: 'This link was used already, or it is too old.' })
    return opened
  }
  if (email !== undefined && password !== undefined && token === undefined)
    return signInByPassword(ctx, email, password)
  const row: ProblemRow = { field: 'token', code: 'exactly_one_of', message: 'Send token, or email and password.' }
  throw validationFailed([row])
}

const getSession = defineSignInEndpoint({
  id: 'session.get',
  method: 'GET',
  path: '/session',
  summary: 'Show who is signed in',
  door: 'sessions',
  returns,
  errors,
  handle: async (_body, ctx) => shown(ctx, await requireSession(ctx)),
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

const confirmSession = defineSignInEndpoint({
  id: 'session.actions.confirm',
  method: 'POST',
  path: '/session/actions/confirm',
  summary: 'Confirm that it is still the same person',
  door: 'signIns',
  body: Confirmation,
  returns,
  errors,
  async handle({ password }, ctx) {
    await confirmPerson(ctx, await requireSession(ctx), password)
    return shown(ctx, await requireSession(ctx))
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
  async handle({ account_id }, ctx) {
    const opened = await chooseAccount(ctx, await requireSession(ctx), account_id)
    return { ...(await shown(ctx, opened)), token: opened.token }
  },
})

async function requireSession(ctx: SignInContext): Promise<Opened> {
  const opened = await sessionOf(ctx, ctx.token)
  if (!opened) throw notSignedIn()
  return opened
}

async function shown({ database }: SignInContext, { session }: Opened) {
  const body = await viewSession(database, session)
  if (!body) throw notSignedIn()
  return { body }
}

const notSignedIn = () => problem('unauthenticated', { detail: 'You are not signed in.' })

export const sessionEndpoints = [createSession, getSession, deleteSession, confirmSession, chooseSessionAccount]
