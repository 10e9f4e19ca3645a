/** Answers what changes a book: the body, the write path, the record, the handler, the saved answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutToFaults } from '../contract/cut.ts'
import type { Access } from '../contract/endpoint.ts'
import { Problem, problemDocument } from '../contract/problems.ts'
import { oncePerField } from '../contract/rows.ts'
import { lowerIds, readQuery, unreadableText } from '../contract/validate.ts'
import { addressOf } from '../kernel/addresses.ts'
import { actorOf } from '../kernel/caller.ts'
import type { FindContext, WriteContext } from '../kernel/context.ts'
import type { Prepared } from '../kernel/endpoint.ts'
import type { Answer, IdempotentRequest } from '../kernel/idempotency.ts'
import type { SentFile } from '../kernel/ports/files.ts'
import { type Nameable, refusalOf } from '../kernel/references.ts'
import type { Outcome, Sight, WriteRequest } from '../kernel/write-parts.ts'
import { atOnce, type Steps } from '../lib/steps.ts'
import { fingerprintOf, type JsonObject, missingBody, readJson } from './body.ts'
import { etagOf, refuseStale } from './conditional.ts'
import type { ServerDeps } from './deps.ts'
import { isMultipart, readFile } from './multipart.ts'
import {
  type EndpointOf,
  type Handler,
  type Route,
  refuseRows,
  requireFound,
  requireParams,
  searchOf,
  sendJson,
} from './route.ts'

/** A write as it was sent, readable but not yet judged. */
interface Sent {
  request: FastifyRequest
  search: URLSearchParams
  query: ReturnType<typeof readQuery>
  body: JsonObject | undefined
  /** The file of a multipart body, instead of a JSON one. */
  file: SentFile | undefined
  /** What the endpoint made ready before the book was taken. */
  prepared?: Prepared<unknown>
  /** What its body may name. */
  nameable: Nameable
  /** Gate 13: all rows of query and body. */
  refuseFaults: () => void
}

interface Found {
  sight: Sight
  /** Where problems are explained. */
  baseUrl: string
}

export const writeHandler =
  (route: Route<'write'>, deps: ServerDeps): Handler =>
  async (request, reply) => {
    const sent = await read(route, request, deps)
    const asked = await writeRequest(route, sent, deps)
    try {
      const baseUrl = addressOf(deps.addresses, request.passage.caller)
      const saved = await deps.write(asked, (ctx, sight) => work(route, { sight, baseUrl, ...sent }, ctx))
      if (saved.replayed || asked.dryRun) await sent.prepared?.undo?.()
      const sending = sendSaved(reply, saved, request.id)
      if (saved.status >= 400) deps.tellRefusal(request, { status: saved.status })
      return sending
    } catch (error) {
      // When nobody knows whether the write was kept, its files stay; the sweep finds those nothing refers to.
      if (error instanceof Problem && error.code !== 'api_unavailable') await sent.prepared?.undo?.()
      throw error
    }
  }

/** Shorter bodies are read faster than a turn is given away. */
const longBytes = 256 * 1024

const isLong = ({ body }: FastifyRequest): boolean => ((body as Buffer | undefined)?.length ?? 0) > longBytes

/** What a long body costs is paid in steps. */
function runPaced<T>(request: FastifyRequest, { pace }: ServerDeps, steps: Steps<T>): Promise<T> | T {
  return isLong(request) ? pace.run(request.passage.caller!.tenant.id, steps) : atOnce(steps)
}

async function read(
  { endpoint, checkQuery, checkBody }: Route<'write'>,
  request: FastifyRequest,
  deps: ServerDeps,
): Promise<Sent> {
  const contentType = request.headers['content-type']
  const bytes = request.body as Buffer | undefined
  const file =
    endpoint.upload && isMultipart(contentType) ? await readFile(bytes, contentType!, endpoint.upload) : undefined
  const body = file ? undefined : bodyOf(endpoint, await runPaced(request, deps, readJson(bytes, contentType)))
  const search = searchOf(request)
  const query = readQuery(search, endpoint.query)
  if (body && endpoint.body) {
    cutToFaults(endpoint.body, body)
    lowerIds(endpoint.body, body)
  }
  const allErrors = (sent: JsonObject) =>
    oncePerField([...checkBody(sent), ...(endpoint.bodyErrors?.(sent, query) ?? [])])
  const refuseFaults = () =>
    refuseRows([...checkQuery(query), ...unreadableText(query), ...(body ? allErrors(body) : [])])
  return { request, search, query, body, file, nameable: deps.nameable, refuseFaults }
}

/** An action without a body is one with an empty body: what it still needs is named by its rows. */
function bodyOf({ body: shape, path }: EndpointOf<'write'>, sent: JsonObject | undefined): JsonObject | undefined {
  if (sent || !shape) return sent
  if (path.includes('/actions/')) return {}
  throw missingBody()
}

async function writeRequest(route: Route<'write'>, sent: Sent, deps: ServerDeps): Promise<WriteRequest> {
  const { endpoint } = route
  const { request, query } = sent
  const caller = request.passage.caller!
  const idempotency = await idempotent(sent, deps)
  return {
    account: caller,
    actor: actorOf(caller),
    requestId: request.id,
    source: { address: request.ip, requestId: request.id, endpoint: endpoint.id },
    keyId: caller.pass.id,
    dryRun: query.dry_run === true,
    ...sharingOf(route, sent),
    mayTravel: query.dry_run !== true && mayTravel(endpoint),
    holder: caller,
    ...(idempotency && { idempotency }),
    ...(endpoint.prepare && { prepare: () => prepareWrite(route, sent, deps) }),
    ...(endpoint.record && { find: ctx => findRecord(route, request, ctx) }),
    ...(endpoint.look && { look: ctx => endpoint.look!(sent.prepared?.ready, ctx) }),
    // Without a record in the path nothing comes before the body: an invalid one need not take the book.
    ...(!endpoint.record && !endpoint.prepare && { check: sent.refuseFaults }),
  }
}

/** Definitions of steps make one write follow from another, and a rehearsal is rolled back: those go by themselves. */
function sharingOf(route: Route<'write'>, { request, query }: Sent): Pick<WriteRequest, 'sharing'> {
  const how = route.endpoint.sharing
  if (how === undefined || how === 'never' || query.dry_run === true || request.passage.caller!.book.watched !== null)
    return {}
  const { id } = request.params as { id?: string }
  return { sharing: { how, ...(id !== undefined && { recordId: id.toLowerCase() }) } }
}

/** What is audited does not: what people do to an account, and whatever is done to webhooks. A sandbox is emptied at once. */
const mayTravel = ({ sharing, access }: EndpointOf<'write'>): boolean =>
  sharing !== 'never' && access !== 'public' && !access.persons && !access.isForSandbox && !isOfWebhooks(access)

const isOfWebhooks = ({ scopes }: Access): boolean => scopes.includes('webhooks:manage')

/** Gate 11. */
async function findRecord(route: Route<'write'>, request: FastifyRequest, ctx: FindContext) {
  return requireFound(route.endpoint.record!(requireParams(request, route), ctx))
}

async function prepareWrite(route: Route<'write'>, sent: Sent, deps: ServerDeps): Promise<void> {
  const { endpoint } = route
  const { request, query, body, file } = sent
  const { db, files, webhooks, clock, hasMail } = deps
  const caller = request.passage.caller!
  if (endpoint.record) requireIfMatch(request, await findRecord(route, request, { account: caller, db }))
  const params = requireParams(request, route)
  sent.refuseFaults()
  const ctx = { caller, db, files, webhooks, file, nowMs: clock(), hasMail }
  sent.prepared = await endpoint.prepare!({ params, query: query as never, body: body as never }, ctx)
}

async function idempotent(sent: Sent, deps: ServerDeps): Promise<IdempotentRequest | undefined> {
  const { request, search, body, file } = sent
  const { passage, method, url } = request
  if (passage.idempotencyKey === undefined) return undefined
  const path = url.split('?', 1)[0]!
  const multipart = file && (request.body as Buffer)
  const asked = { method, path, search, body, multipart, isLong: isLong(request) }
  const fingerprint = await runPaced(request, deps, fingerprintOf(asked))
  return { lineageId: passage.caller!.pass.lineageId, key: passage.idempotencyKey, fingerprint, method, path }
}

/** Gates 12 to 17, inside the transaction. */
async function work(
  route: Route<'write'>,
  { request, query, body, prepared, refuseFaults, nameable, ...beside }: Found & Sent,
  ctx: WriteContext,
): Promise<Outcome> {
  const { endpoint, serialize, serializeDryRun } = route
  const params = requireParams(request, route)
  const { baseUrl } = beside
  const { record, seen } = beside.sight
  requireIfMatch(request, record)
  if (endpoint.record) refuseFaults()
  const ready = prepared?.ready
  const look = async () => seen ?? endpoint.look?.(ready, ctx)
  const input = { params, query: query as never, body: body as never, record, ready, look }
  const result = await endpoint.handle(input, ctx).catch(async error => {
    throw await refusalOf(error, ctx, { body, record, nameable })
  })
  // A dry run leaves nothing that a problem could tell of.
  if (result.refusal && query.dry_run !== true) return refusedOutcome(result.refusal, baseUrl)
  return {
    status: result.status ?? endpoint.returns.status,
    body: result.body as object | null,
    serialize: query.dry_run === true ? serializeDryRun : serialize,
    ...(result.location !== undefined && { location: result.location }),
    ...(endpoint.effects &&
      query.dry_run === true &&
      result.effects !== undefined && { effects: { scopes: endpoint.effects.scopes, shown: shownOf(result.effects) } }),
    ...(result.isSecret && { isSecret: true }),
    ...(result.version !== undefined && { etag: etagOf(result.version) }),
  }
}

const shownOf = (effects: unknown) => (typeof effects === 'function' ? effects() : effects) as object

/** A problem that is kept. Each time it is told, it is told by another request: `instance` is added then. */
function refusedOutcome(refusal: Problem, baseUrl: string): Outcome {
  const { instance: _, ...document } = problemDocument(refusal, { baseUrl, requestId: '' })
  const location = refusal.headers.Location
  return {
    status: refusal.status,
    body: document,
    serialize: JSON.stringify,
    ...(location !== undefined && { location }),
  }
}

/** Gate 12: another version of the record than the client knows. */
const requireIfMatch = ({ headers }: FastifyRequest, record: object | undefined): void =>
  refuseStale(headers['if-match'], (record as { version?: number } | undefined)?.version)

function sendSaved(reply: FastifyReply, saved: Answer, requestId: string) {
  if (saved.location) reply.header('location', saved.location)
  if (saved.etag) reply.header('etag', saved.etag)
  if (saved.replayed) reply.header('Idempotent-Replayed', 'true')
  if (saved.status === 204) return reply.code(204).send()
  if (saved.status >= 400) return sendProblem(reply, saved, requestId)
  return sendJson(reply, saved.status, saved.body)
}

function sendProblem(reply: FastifyReply, { status, body }: Answer, requestId: string) {
  const told = JSON.parse(body.toString())
  reply.request.passage.code = told.code
  const document = JSON.stringify({ ...told, instance: requestId })
  return reply.code(status).header('Content-Type', 'application/problem+json; charset=utf-8').send(document)
}
