/** What an endpoint is: one value from which come the route, the checks, the OpenAPI operation and the reference. */

import type { EffectsSpec } from './effects.ts'
import type { EventType } from './events.ts'
import type { ProblemCode } from './problems.ts'
import type { AnyShape, TSchema } from './schema.ts'
import type { AddOn, Role, Scope } from './scopes.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who may call: a key with one of the scopes (and the additional ones), any valid key, or anybody. */
export interface Access {
  /** At least one of them. Empty: a valid key is enough. */
  scopes: readonly Scope[]
  /** The refusal where the module is missing, when it is not the usual one. */
  withoutModule?: 'no_finance_module'
  /** Only the first of them whose module the account subscribes to counts. */
  isFirstSubscribed?: boolean
  /** All of them, on top. */
  additionalScopes?: readonly Scope[]
  /** An add-on of the subscription the endpoint needs. */
  addOn?: AddOn
  /** Of the sandbox alone: a live key is refused. */
  isForSandbox?: boolean
  /** For people who signed in, and of these roles; for a key there is no such endpoint. */
  persons?: 'all' | readonly Role[]
  /** What people set up for themselves, a second step that is missing included. */
  isOwnMatter?: boolean
  /** It tells of the key: for a person there is no such endpoint. */
  isForKeys?: boolean
}

export interface EndpointSpec {
  id: string
  method: Method
  path: `/${string}`
  summary: string
  description?: string
  access: Access | 'public'
  query?: AnyShape
  body?: AnyShape
  /** It cannot do without one, though no member of it is required by itself. */
  needsBody?: boolean
  /** The body may be multipart/form-data instead, with the file in this part. */
  upload?: { part: string; maxBytes: number }
  /** With `file` the answer is bytes of that media type, and the schema says nothing of them; a stream goes on. */
  returns: {
    status: 200 | 201 | 204 | 302
    schema: TSchema
    etag?: boolean
    /** The handler gives JSON of the declared shape itself, see `TextOf`. */
    isWritten?: boolean
    description?: string
    /** When the answer is 200 with what exists already, in words. */
    existing?: string
    file?: string
    isStream?: boolean
  }
  /** The codes beyond those every endpoint may answer. */
  errors: readonly ProblemCode[]
  /** The events a write may emit; a function where they are known only once all domains are. */
  emits?: readonly EventType[] | (() => readonly EventType[])
  /** What its dry run may show beside the result. */
  effects?: EffectsSpec
  /** It waits for what comes, or for its book: it takes a turn for each look, not for as long as it waits. */
  isLongLived?: boolean
  /** A read of several statements that belong together: what is written between them is in all of them or in none. */
  isOfOneMoment?: boolean
  /** It finds one record by quick statements: those asked for at the same time share connections. */
  isLookUp?: boolean
  /** Answers, but is not described: there is nothing to call. */
  isHidden?: boolean
}

/** Codes any call may get, by the gates it passes before its own work. */
const commonErrors = (spec: EndpointSpec): ProblemCode[] => {
  if (spec.access === 'public') {
    return ['validation_failed', 'unknown_field', 'internal_error', 'api_unavailable']
  }
  const codes: ProblemCode[] = ['unauthenticated', 'ip_not_allowed', 'forbidden', 'account_locked', 'addon_required']
  codes.push('not_found', 'rate_limited', 'validation_failed', 'unknown_field', 'internal_error', 'api_unavailable')
  if (spec.access.scopes.length > 0) codes.push('insufficient_scope', 'module_not_enabled')
  if (spec.access.addOn === 'excise') codes.push('excise_not_enabled')
  if (spec.method !== 'GET') {
    codes.push('invalid_idempotency_key', 'idempotency_in_progress', 'idempotency_key_reused', 'payload_too_large')
  }
  return codes
}

export const errorsOf = (spec: EndpointSpec): ProblemCode[] => [...new Set([...commonErrors(spec), ...spec.errors])]

/** The names of `{…}` in a path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
