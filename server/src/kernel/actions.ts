/** The actions of a document as endpoints: one for each key of its workflow, and one that refuses every other key. */
import { Type } from 'typebox'
import type { Access } from '../contract/endpoint.ts'
import { type ProblemCode, problem } from '../contract/problems.ts'
import { type AnyShape, Shape, type TSchema, type Typed, Uuid } from '../contract/schema.ts'
import { actionKeys, allowedActions, type Workflow } from '../contract/workflow.ts'
import type { RecordContext, WriteContext } from './context.ts'
import { defineEndpoint, type Endpoint, type Reply } from './endpoint.ts'

interface Stateful {
  version: number
  status: string
}

interface ActionsDeclaration<Record_ extends Stateful, Key extends string, View> {
  /** `goodsReceipts` gives `goodsReceipts.actions.confirm`. */
  id: string
  /** `/goods-receipts/{id}`. */
  path: `/${string}`
  /** What the summaries call it: `a goods receipt`. */
  name: string
  access: Access
  workflow: Workflow<string, string, Key, unknown>
  record(params: Record<string, string>, ctx: RecordContext): Promise<Record_ | undefined>
  /** The keys open now; by default those of the state. */
  allowed?(record: Record_): Key[]
  returns: TSchema & Typed<View>
  run: { [Each in Key]: (ctx: WriteContext, record: Record_, body: never) => Promise<Reply<View>> }
}

/** Gate 16 stands here once for all documents: what is not allowed now is refused with what is. */
export function defineActions<Record_ extends Stateful, Key extends string, View>(
  actions: ActionsDeclaration<Record_, Key, View>,
): Endpoint[] {
  const { workflow, access, record } = actions
  const allowed = actions.allowed ?? (({ status }: Record_) => allowedActions(workflow, status))
  const known = actionKeys(workflow).map(key => {
    const { summary, errors, body } = workflow.actions[key]
    return defineEndpoint({
      id: `${actions.id}.actions.${key}`,
      method: 'POST',
      path: `${actions.path}/actions/${key}`,
      summary: `${key.replaceAll('_', ' ').replace(/^./, first => first.toUpperCase())} ${actions.name}`,
      description: summary,
      access,
      body: (body ?? Shape({})) as AnyShape,
      returns: { status: 200, schema: actions.returns, etag: true },
      errors: ['invalid_transition', 'stale_version', ...(errors as readonly ProblemCode[])],
      record,
      async handle(input, ctx: WriteContext) {
        const open = allowed(input.record)
        if (!open.includes(key)) throw problem('invalid_transition', { allowed_actions: open })
        return actions.run[key](ctx, input.record, input.body as never)
      },
    })
  })
  return [...known, unknownAction(actions)]
}

const unknownAction = <Record_ extends Stateful, Key extends string, View>({
  id,
  path,
  access,
  record,
  name,
}: ActionsDeclaration<Record_, Key, View>): Endpoint => ({
  ...defineEndpoint({
    id: `${id}.actions.unknown`,
    method: 'POST',
    path: `${path}/actions/{action}`,
    params: Shape({ id: Uuid, action: Type.String() }),
    summary: `An action ${name} does not have`,
    access,
    returns: { status: 200, schema: Shape({}) },
    errors: ['unknown_action', 'stale_version', 'payload_too_large'],
    record,
    handle: async () => {
      throw problem('unknown_action')
    },
  }),
  isHidden: true,
})
