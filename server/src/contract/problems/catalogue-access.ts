/** Problems of the way in: the key, its owner, its scopes, the account and its plan. */
import { Type } from 'typebox'
import { Shape } from '../schema.ts'
import { defineProblem } from './define.ts'

export const accessProblems = {
  unauthenticated: defineProblem({
    status: 401,
    title: 'No valid API key',
    explanation:
      'The request carries no usable API key: the Authorization header is missing or uses another scheme, ' +
      'or the key is malformed, unknown, expired or revoked. The detail says which; that a key was revoked or has ' +
      'expired is told only to whoever sends the whole of it.',
    cure:
      'Send "Authorization: Bearer <API_KEY>" with a key that is active in the application settings. ' +
      'A key is never accepted in the address.',
  }),
  account_locked: defineProblem({
    status: 403,
    title: 'Account locked',
    explanation: 'The account is locked, so none of its keys may read or write anything.',
    cure: 'Have the account owner unlock the account in the application, then send the request again.',
  }),
  addon_required: defineProblem({
    status: 403,
    title: 'API add-on missing',
    explanation: 'The subscription of the account does not include the API add-on, so its keys are refused.',
    cure: 'Add the API add-on to the subscription. The same key works from the next request on.',
  }),
  excise_not_enabled: defineProblem({
    status: 403,
    title: 'Excise not enabled',
    explanation: 'The account keeps no excise records, so the excise paths are closed to it.',
    cure: 'Turn on the excise add-on in the subscription, or do not call the excise paths for this account.',
  }),
  forbidden: defineProblem({
    status: 403,
    title: 'Not permitted',
    explanation:
      'The key is valid, but it may not do this: its owner lacks the right or is inactive, a live key was sent with ' +
      'the sandbox header, or an operation of the other mode was called.',
    cure:
      'Give the owner of the key the missing right in the application settings, use a key of another owner, ' +
      'or use a key of the right mode. The detail says which applies.',
  }),
  insufficient_scope: defineProblem({
    status: 403,
    title: 'Scope missing',
    explanation:
      'The key lacks a scope this operation needs. Write scopes do not include read scopes, and issued ' +
      'invoices need sales scopes on an account with the sales module.',
    cure: 'Add one of the scopes in required_scopes to the key in the application settings.',
    members: Shape({
      required_scopes: Type.Array(Type.String(), { description: 'The scopes that allow this operation' }),
    }),
  }),
  ip_not_allowed: defineProblem({
    status: 403,
    title: 'Address not allowed',
    explanation: "The request comes from an address outside the key's allow-list.",
    cure: 'Call from an allowed address, or add this address or its range to the allow-list of the key.',
  }),
  module_not_enabled: defineProblem({
    status: 403,
    title: 'Module not in the subscription',
    explanation:
      'The operation belongs to a module the account does not subscribe to. The scope of the key makes no difference.',
    cure: 'Add the module to the subscription. GET /me lists the modules that are active now.',
  }),
  partner_limit: defineProblem({
    status: 422,
    title: 'Partner limit reached',
    explanation: 'The account already has as many partners as its plan allows, so no more can be created.',
    cure: 'Upgrade the plan, or use an existing partner.',
  }),
  rate_limited: defineProblem({
    status: 429,
    title: 'Too many requests',
    explanation:
      'The key, or the address of requests without a valid key, has used up its requests for the current minute.',
    cure:
      'Wait for the seconds in the Retry-After header, then continue. ' +
      'The RateLimit-Remaining header of every response shows how many requests are left.',
  }),
}
