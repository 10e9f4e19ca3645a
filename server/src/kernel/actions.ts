/** The actions of a document as endpoints: one for each key of its workflow, and one that refuses every other key. */
import { Type } from 'typebox'
import type { Access } from '../contract/endpoint.ts'
import { type Problem, type ProblemCode, problem } from '../contract/problems.ts'
import { type AnyShape, DataOf, Nullable, OneOf, Shape, type TSchema, type Typed, Uuid } from '../contract/schema.ts'
import { readingScope } from '../contract/scopes.ts'
import { canBeHeld, hasSteps, stepEvents } from '../contract/steps.ts'
import { actionKeys, eventsOfAction, type Workflow } from '../contract/workflow.ts'
import { assert } from '../lib/assert.ts'
import { type Instant, toInstant } from '../lib/instants.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { FindContext, ReadContext, RecordContext, WriteContext } from './context.ts'
import {
  type BodyErrors,
  defineEndpoint,
  type Endpoint,
  type PrepareContext,
  type Reply,
  type Sharing,
} from './endpoint.ts'
import { refusalOfRights } from './rights.ts'

interface Versioned {
  version: number
}

interface ActionsDeclaration<Record_ extends Versioned, Bodies, View> {
  /** `goodsReceipts` gives `goodsReceipts.actions.confirm`. */
  id: string
  object: string
  /** `/goods-receipts/{id}`. */
  path: `/${string}`
  /** What the summaries call it: `a goods receipt`. */
  name: string
  access: Access
  /** Of who may read the document, and so what its actions are; by default the reading side of `access`. */
  readAccess?: Access
  /** Of actions that need more than the others. */
  accessOf?: { [Key in keyof Bodies]?: Access }
  workflow: Workflow<string, string, Bodies>
  record(params: Record<string, string>, ctx: FindContext): Promise<Record_ | undefined>
  /** The refusal of an action that is not open now, with those that are; undefined when it is. */
  closed(record: NoInfer<Record_>, key: keyof NoInfer<Bodies> & string, now: () => Instant): Problem | undefined
  /** The refusal of an action that a workflow step holds back. */
  held(record: NoInfer<Record_>, key: string, ctx: RecordContext): Promise<Problem | undefined>
  /** Actions with endpoints of their own, open in every state. */
  beside?: readonly { key: string; summary: string }[]
  returns: TSchema & Typed<View>
  /** Faults of a body that its schema cannot tell. */
  bodyErrors?: { [Key in keyof Bodies]?: BodyErrors }
  sharing?: { [Key in keyof Bodies]?: Sharing }
  /** What is asked of the caller before the book is taken. */
  beforehand?: { [Key in keyof Bodies]?: (ctx: PrepareContext) => Promise<void> }
  /** Each is given the body its declaration names, and refuses when it is not open. */
  run: {
    [Key in keyof Bodies]: (
      ctx: WriteContext,
      record: Record_,
      body: NoInfer<Bodies>[Key],
    ) => Promise<Reply<View, unknown>>
  }
}

export function defineActions<Record_ extends Versioned, Bodies, View>(
  actions: ActionsDeclaration<Record_, Bodies, View>,
): Endpoint[] {
  const { workflow, access, record } = actions
  const known = actionKeys(workflow).map(key => {
    const { title, summary, errors, body, needsBody, effects } = workflow.actions[key]
    return defineEndpoint({
      id: `${actions.id}.actions.${key}`,
      method: 'POST',
      path: `${actions.path}/actions/${key}`,
      summary: titleOf(key, title).replace('{document}', actions.name),
      description: summary,
      access: actions.accessOf?.[key] ?? access,
      body: (body ?? Shape({})) as AnyShape,
      ...(needsBody && { needsBody }),
      returns: { status: 200, schema: resultOf(actions, key), etag: true },
      errors: [
        'invalid_transition',
        'stale_version',
        ...(errors as readonly ProblemCode[]),
        ...holdErrors(actions.object, key),
      ],
      emits: () => [...eventsOfAction(workflow, actions.object, key), ...stepEvents(actions.object)],
      ...(effects && { effects }),
      record,
      ...(actions.bodyErrors?.[key] && { bodyErrors: actions.bodyErrors[key] }),
      ...(actions.sharing?.[key] && { sharing: actions.sharing[key] }),
      ...askedBeforehand(actions.beforehand?.[key]),
      handle: (input, ctx: WriteContext) => actions.run[key](ctx, input.record, input.body as Bodies[typeof key]),
    })
  })
  return [defineExplanation(actions), ...known, unknownAction(actions)]
}

const askedBeforehand = (ask: ((ctx: PrepareContext) => Promise<void>) | undefined) =>
  ask && {
    async prepare(_input: unknown, ctx: PrepareContext) {
      await ask(ctx)
      return { ready: undefined }
    },
  }

/** The answer of an action: the document, what was created where it always creates something, and what else it tells. */
function resultOf<Record_ extends Versioned, Bodies, View>(
  { object, returns, workflow }: ActionsDeclaration<Record_, Bodies, View>,
  key: keyof Bodies & string,
): TSchema & Typed<View> {
  const { creates, tells } = workflow.actions[key]
  if (!creates && !tells) return returns
  const { properties, required = [] } = returns as unknown as AnyShape
  const created = Shape({ object: OneOf([creates ?? '']), id: Uuid }, { description: 'What the action created.' })
  const title = `${object}_${key}_result`.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())
  return {
    ...returns,
    title,
    properties: { ...properties, ...(creates && { created }), ...tells },
    required: [...required, ...(creates ? ['created'] : [])],
  } as TSchema
}

const holdErrors = (object: string, key: string): ProblemCode[] =>
  hasSteps(object) && canBeHeld(key) ? ['conflict'] : []

/** A key of one word is a verb, and makes a sentence with any name. */
function titleOf(key: string, title: string | undefined): string {
  assert(title !== undefined || !key.includes('_'), `Action ${key} has no title`)
  return title ?? `${key.replace(/^./, first => first.toUpperCase())} {document}`
}

const ExplainedAction = Shape({
  object: Type.Literal('document_action'),
  key: Type.String(),
  summary: Type.String(),
  allowed: Type.Boolean({
    description: 'Whether it would succeed now for whoever asks, as far as can be told without its body.',
  }),
  blockers: Type.Array(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
      additionalProperties: true,
    }),
    { description: 'Why not: the error code and its members.' },
  ),
  body: Nullable(
    Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'The JSON Schema of its body.' }),
  ),
})

interface Explaining<Record_> {
  params: Record<string, string>
  record: Record_
}

/** Every action with what stands in its way. An action that needs no body is really tried, and rolled back. */
function defineExplanation<Record_ extends Versioned, Bodies, View>(
  actions: ActionsDeclaration<Record_, Bodies, View>,
): Endpoint {
  const { workflow } = actions
  const blockersOf = async (key: keyof Bodies & string, { params, record }: Explaining<Record_>, ctx: ReadContext) => {
    const { body, needsBody = ((body as AnyShape | undefined)?.required?.length ?? 0) > 0 } = workflow.actions[key]
    // Another action may have run since the record was read: what is tried is the record as it is under the lock.
    const tryAction = async (write: WriteContext) => {
      const current = await actions.record(params, write)
      const closed = current ? actions.closed(current, key, () => write.now) : problem('not_found')
      if (closed) throw closed
      await actions.run[key](write, current!, {} as Bodies[typeof key])
    }
    const refusal =
      refusalOfRights(ctx.caller, actions.accessOf?.[key] ?? actions.access) ??
      actions.closed(record, key, () => toInstant(ctx.nowMs)) ??
      (await (needsBody ? ctx.inTurn(() => actions.held(record, key, ctx)) : ctx.dryRun(tryAction)))
    if (!refusal) return []
    return [{ code: refusal.code, ...(refusal.detail && { detail: refusal.detail }), ...refusal.members }]
  }
  return defineEndpoint({
    id: `${actions.id}.actions.list`,
    method: 'GET',
    path: `${actions.path}/actions`,
    summary: `List the actions of ${actions.name} and what blocks them`,
    access: actions.readAccess ?? { ...actions.access, scopes: actions.access.scopes.map(readingScope) },
    returns: { status: 200, schema: DataOf(ExplainedAction) },
    errors: [],
    isLongLived: true,
    record: actions.record,
    async handle({ params, record }, ctx: ReadContext) {
      const data = []
      for (const key of actionKeys(workflow)) {
        const { summary, body } = workflow.actions[key]
        const blockers = await blockersOf(key, { params, record }, ctx)
        const schema = body ? (JSON.parse(JSON.stringify(body)) as object) : null
        data.push({
          object: 'document_action' as const,
          key,
          summary,
          allowed: blockers.length === 0,
          blockers,
          body: schema,
        })
      }
      const beside = actions.beside ?? []
      return { body: { data: [...data, ...beside.map(alwaysOpen)] } }
    },
  })
}

const alwaysOpen = (action: { key: string; summary: string }) => ({
  object: 'document_action' as const,
  ...action,
  allowed: true,
  blockers: [],
  body: null,
})

const unknownAction = <Record_ extends Versioned, Bodies, View>({
  id,
  path,
  access,
  record,
  name,
  workflow,
  beside = [],
}: ActionsDeclaration<Record_, Bodies, View>): Endpoint => ({
  ...defineEndpoint({
    id: `${id}.actions.unknown`,
    method: 'POST',
    path: `${path}/actions/{action}`,
    params: Shape({ id: Uuid, action: Type.String() }),
    summary: `An action ${name} does not have`,
    access,
    returns: { status: 200, schema: Shape({}) },
    errors: ['unknown_action'],
    // Gate 11 knows the record and the action, before If-Match and the body.
    record: async (params, ctx) => {
      if (!(await record(params, ctx))) return undefined
      const keys = [...actionKeys(workflow), ...beside.map(({ key }) => key)]
      const detail = `The actions are ${keys.join(', ')}.${didYouMean(params.action!, keys)}`
      throw problem('unknown_action', { detail })
    },
    handle: () => {
      throw new Error('no action has this handler')
    },
  }),
  isHidden: true,
})
