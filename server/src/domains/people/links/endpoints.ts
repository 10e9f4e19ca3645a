/** /session/actions with a link from a mail: looked at, accepted, used for another password. */
import { Shape } from '../../../contract/schema.ts'
import { defineSignInEndpoint } from '../../../kernel/endpoint.ts'
import { toInstant } from '../../../lib/instants.ts'
import { signInErrors as errors, signedIn } from '../answers.ts'
import { SessionView } from '../schema.ts'
import { acceptInvitation, readLink, resetPassword } from './actions.ts'
import { Acceptance, LinkToken, LinkView, Reset, ResetRequest } from './schema.ts'
import { askReset } from './store.ts'

const readToken = defineSignInEndpoint({
  id: 'session.actions.read_token',
  method: 'POST',
  path: '/session/actions/read_token',
  summary: 'Look at a link without using it up',
  door: 'sessions',
  body: LinkToken,
  returns: { status: 200, schema: LinkView },
  errors,
  handle: async ({ token }, ctx) => ({ body: await readLink(ctx, token) }),
})

const accept = defineSignInEndpoint({
  id: 'session.actions.accept_invitation',
  method: 'POST',
  path: '/session/actions/accept_invitation',
  summary: 'Join an account',
  door: 'signIns',
  body: Acceptance,
  returns: { status: 200, schema: SessionView },
  errors,
  handle: async (body, ctx) => signedIn(ctx, await acceptInvitation(ctx, body)),
})

/** One statement, whoever it is: the answer and the time it takes tell nothing. */
const ask = defineSignInEndpoint({
  id: 'session.actions.ask_reset',
  method: 'POST',
  path: '/session/actions/ask_reset',
  summary: 'Ask for a link to set another password',
  door: 'signIns',
  body: ResetRequest,
  returns: { status: 204, schema: Shape({}) },
  errors,
  async handle({ email }, { database, clock }) {
    await askReset(database, email.trim(), toInstant(clock()))
    return { body: {} }
  },
})

const reset = defineSignInEndpoint({
  id: 'session.actions.reset_password',
  method: 'POST',
  path: '/session/actions/reset_password',
  summary: 'Set another password by a link',
  door: 'signIns',
  body: Reset,
  returns: { status: 200, schema: SessionView },
  errors,
  handle: async (body, ctx) => signedIn(ctx, await resetPassword(ctx, body)),
})

export const linkEndpoints = [readToken, accept, ask, reset]
