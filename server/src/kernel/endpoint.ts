/** An endpoint with its handler: the declaration of `contract/endpoint.ts` plus the code that answers. */
import { Type } from 'typebox'
import type { EndpointSpec, Method } from '../contract/endpoint.ts'
import type { ProblemRow } from '../contract/problems.ts'
import { type AnyShape, Shape, type TSchema, type Typed } from '../contract/schema.ts'
import type { Reachability } from '../db/reachability.ts'
import type { ReadContext, RecordContext, WriteContext } from './context.ts'

export interface Input<Query, Body, Found> {
  params: Record<string, string>
  query: Query
  body: Body
  /** The record of the path; its absence was already answered by 404. */
  record: Found
}

export interface Reply<Body> {
  body: Body
  /** Another status than the declared one: 200 for an existing record. */
  status?: 200
  /** The record's version, shown as ETag. */
  version?: number
  location?: string
  headers?: Record<string, string>
  /** What a dry run shows beside the result, such as the stock that would move. */
  effects?: object
}

type ContextOf<M extends Method> = M extends 'GET' ? ReadContext : WriteContext

interface Code<M extends Method, Query, Body, Found, Result> {
  /**
   * Faults of the body that its schema cannot tell. Asked together with the schema, so that a caller learns all faults
   * at once; it must take whatever was sent.
   */
  faults?: (body: Record<string, unknown>) => ProblemRow[]
  /** The record of the path in this book. */
  record?: (params: Record<string, string>, ctx: RecordContext) => Promise<Found | undefined>
  handle(input: Input<Query, Body, Found>, ctx: ContextOf<M>): Promise<Reply<Result>>
}

/** What an endpoint for anybody is given: no key, no book. */
export interface PublicContext {
  nowMs: number
  isStopping: boolean
  reachability: Reachability
}

interface PublicCode {
  handle(ctx: PublicContext): Promise<Reply<unknown>>
}

type Found = { version?: number } | undefined

/** What the http layer sees: every type erased to what it can check by schema. */
export type Endpoint = EndpointSpec & { params?: AnyShape } & (
    | ({ kind: 'public' } & PublicCode)
    | ({ kind: 'read' } & Code<'GET', never, never, Found, unknown>)
    | ({ kind: 'write' } & Code<'POST', never, never, Found, unknown>)
  )

const dryRun = Type.Optional(
  Type.Boolean({ description: 'Runs everything, keeps nothing; the answer shows the result and the events.' }),
)

export function defineEndpoint<
  const M extends Method,
  Result,
  Query = undefined,
  Body = undefined,
  F extends Found = undefined,
>(
  declaration: Omit<EndpointSpec, 'method' | 'query' | 'body' | 'returns'> & {
    method: M
    params?: AnyShape
    query?: AnyShape & Typed<Query>
    body?: AnyShape & Typed<Body>
    returns: Omit<EndpointSpec['returns'], 'schema'> & { schema: TSchema & Typed<Result> }
  } & Code<M, Query, Body, F, NoInfer<Result>>,
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
