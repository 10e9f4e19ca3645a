/** An endpoint with its handler: the declaration of `contract/endpoint.ts` plus the code that answers. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../contract/effects.ts'
import type { EndpointSpec, Method } from '../contract/endpoint.ts'
import type { Problem, ProblemRow } from '../contract/problems.ts'
import { type AnyShape, Shape, type TSchema, type Typed } from '../contract/schema.ts'
import type { Database, Queryable } from '../db/pool.ts'
import type { Reachability } from '../db/reachability.ts'
import type { Clock } from '../lib/instants.ts'
import type { Caller } from './caller.ts'
import type { AuditSource, FindContext, ReadContext, WriteContext } from './context.ts'
import type { Files, SentFile } from './ports/files.ts'
import type { SecretSealer, Webhooks } from './ports/webhooks.ts'
import type { PublicDocument } from './public-document.ts'

export interface Input<Query, Body, Found, Ready = undefined, Seen = undefined> {
  params: Record<string, string>
  query: Query
  body: Body
  /** The record of the path; its absence was already answered by 404. */
  record: Found
  /** What was made ready before the book was taken. */
  ready: Ready
  /** What the endpoint looks for; seen already, or asked for now. */
  look(): Promise<Seen>
}

/** Slow work done before the book is taken: files read or stored. */
export interface Prepared<Ready> {
  ready: Ready
  /** Takes back what was stored; called when the write is refused, fails, or is a dry run. */
  undo?: () => Promise<void>
}

export interface PrepareContext {
  caller: Caller
  db: Queryable
  files: Files
  webhooks: Webhooks
  /** The file of a multipart body; undefined when JSON was sent. */
  file: SentFile | undefined
  nowMs: number
  /** Whether mail leaves this machine; otherwise it goes into files. */
  hasMail: boolean
}

export interface Reply<Body, Shown = never> {
  body: Body
  /** Another status than the declared one: 200 for an existing record. */
  status?: 200
  /** The record's version, shown as ETag. */
  version?: number
  /** It shows more than its version tells, such as days up to now: what a client has of this version may differ. */
  mayDiffer?: boolean
  location?: string
  /** What was done stays, and the answer is this problem instead of the body; a dry run shows the body. */
  refusal?: Problem
  headers?: Record<string, string>
  /** The body shows a secret: its stored copy is sealed. */
  isSecret?: boolean
  /** What a dry run shows beside the result, such as the stock that would move; or how to work it out for one. */
  effects?: Shown | (() => Shown)
}

/** Faults of a body that its schema cannot tell. */
export type BodyErrors = (body: Record<string, unknown>, query: Record<string, unknown>) => ProblemRow[]

/**
 * How writes that wait together share a transaction. Those of different books do, unless something is said against it.
 * - `never`: it takes long, locks what is not of its book, or gives up a part of its work.
 * Those of one book do not, unless it is said how.
 * - `side_by_side`: two of them never depend on each other. Neither reads what the other one writes, but to refuse what a
 *   constraint refuses as well.
 * - `in_order`: of what another one on another record may write they read everything by `ctx.inOrder`, and write nothing
 *   before it.
 */
export type Sharing = SharingOfBook | 'never'
export type SharingOfBook = 'side_by_side' | 'in_order'

type ContextOf<M extends Method> = M extends 'GET' ? ReadContext : WriteContext

interface Code<M extends Method, Query, Body, Found, Result, Ready = undefined, Shown = never, Seen = undefined> {
  /**
   * Faults of the body that its schema cannot tell. Asked together with the schema, so that a caller learns all faults
   * at once; it must take whatever was sent. A rehearsal may be content with less.
   */
  bodyErrors?: BodyErrors
  /**
   * Runs outside the transaction, once the record is known to be there, the body is valid and no stored answer was
   * found. The book may change until the handler runs, so what was looked up here is looked up again there.
   */
  prepare?: (
    input: { params: Record<string, string>; query: Query; body: Body },
    ctx: PrepareContext,
  ) => Promise<Prepared<Ready>>
  /** Whether those that wait together share a transaction. Absent: those of different books. */
  sharing?: Sharing
  /** The record of the path in this book. In a write it is asked for together with the book itself. */
  record?: (params: Record<string, string>, ctx: FindContext) => Promise<Found | undefined>
  /**
   * What the handler has to see of the book first. In a write it is asked for together with the book itself; behind others
   * who share its transaction, when the handler asks.
   */
  look?: (ready: Ready, ctx: FindContext) => Promise<Seen>
  handle(input: Input<Query, Body, Found, Ready, Seen>, ctx: ContextOf<M>): Promise<Reply<Result, Shown>>
}

/** What an endpoint for anybody is given: no key, no book. */
export interface PublicContext {
  nowMs: number
  isStopping: boolean
  reachability: Reachability
}

type PublicCode =
  | { handle(ctx: PublicContext): Promise<Reply<unknown>>; document?: undefined }
  /** The same bytes for everybody. */
  | { document(): Promise<PublicDocument>; handle?: undefined }

/** Who comes to sign in, or to ask whether they have: no book yet. */
export interface SignInContext {
  database: Database
  clock: Clock
  from: { address: string; browser: string }
  /** Where the audit says it came from. */
  source: AuditSource
  /** Of the session the browser has. */
  token: string | undefined
  /** The address of the service as the browser has it. */
  baseUrl: string
  /** Whether mail leaves this machine; otherwise it goes into files. */
  hasMail: boolean
  seals: SecretSealer
}

interface SignInCode<Body, Result> {
  /** What its calls count as, by address. */
  door: 'signIns' | 'sessions'
  handle(
    body: Body,
    ctx: SignInContext,
  ): Promise<{
    body: Result
    /** Of the session the browser has from now on; null: none. */
    token?: string | null
  }>
}

/** A record of a path; one that has a version is compared with If-Match. */
type Found = object | undefined
type Seen = object | undefined

/** What the http layer sees: every type erased to what it can check by schema. */
export type Endpoint = EndpointSpec & { params?: AnyShape } & (
    | ({ kind: 'public' } & PublicCode)
    | ({ kind: 'sign_in' } & SignInCode<never, unknown>)
    | ({ kind: 'read' } & Code<'GET', never, never, Found, unknown, unknown>)
    | ({ kind: 'write' } & Code<'POST', never, never, Found, unknown, unknown, unknown, Seen>)
  )

const dryRun = Type.Optional(
  Type.Boolean({ description: 'Runs the whole request without saving; the response shows the result and the events.' }),
)

export function defineEndpoint<
  const M extends Method,
  Result,
  Query = undefined,
  Body = undefined,
  F extends Found = undefined,
  Ready = undefined,
  Shown = never,
  S extends Seen = undefined,
>(
  declaration: Omit<EndpointSpec, 'method' | 'query' | 'body' | 'returns' | 'effects'> & {
    method: M
    params?: AnyShape
    query?: AnyShape & Typed<Query>
    body?: AnyShape & Typed<Body>
    returns: Omit<EndpointSpec['returns'], 'schema'> & { schema: TSchema & Typed<Result> }
    effects?: EffectsSpec<Shown>
  } & Code<M, Query, Body, F, NoInfer<Result>, Ready, NoInfer<Shown>, S>,
): Endpoint {
  if (declaration.method === 'GET') return { ...declaration, kind: 'read' } as unknown as Endpoint
  const query = Shape({ ...declaration.query?.properties, dry_run: dryRun })
  return { ...declaration, query, kind: 'write' } as unknown as Endpoint
}

/** An endpoint anybody may call, without a key. */
export const definePublicEndpoint = (declaration: Omit<EndpointSpec, 'access'> & PublicCode): Endpoint => ({
  ...declaration,
  access: 'public',
  kind: 'public',
})

/** An endpoint for people who sign in: not of the interface for keys, and not described there. */
export const defineSignInEndpoint = <Result, Body = undefined>(
  declaration: Omit<EndpointSpec, 'access' | 'body' | 'returns'> & {
    body?: AnyShape & Typed<Body>
    returns: Omit<EndpointSpec['returns'], 'schema'> & { schema: TSchema & Typed<Result> }
  } & SignInCode<Body, NoInfer<Result>>,
): Endpoint => ({ ...declaration, access: 'public', kind: 'sign_in' }) as unknown as Endpoint
