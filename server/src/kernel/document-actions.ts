/** The actions of a document: its endpoints, and the same actions as parts of other writes. */
import type { Access } from '../contract/endpoint.ts'
import type { TSchema, Typed } from '../contract/schema.ts'
import { actionKeys } from '../contract/workflow.ts'
import { defineActions } from './actions.ts'
import type { WriteContext } from './context.ts'
import type { Document, DocumentRow } from './document.ts'
import { rowOfPath } from './document-endpoints.ts'
import type { BodyErrors, Endpoint, PrepareContext, Reply, Sharing } from './endpoint.ts'
import { heldBack, startSteps, startStepsOfDraft } from './steps.ts'
import { type Acted, type ActionCode, runAction } from './transitions.ts'

interface ActionOptions<Bodies, Result> {
  /** When an action answers with more than the document. */
  returns?: TSchema & Typed<Result>
  bodyErrors?: { [Key in keyof Bodies]?: BodyErrors }
  /** Of actions that need more than others, such as a scope of another domain. */
  access?: { [Key in keyof Bodies]?: Access }
  sharing?: { [Key in keyof Bodies]?: Sharing }
  /** What is asked of the caller before the book is taken; it throws its refusal. */
  beforehand?: { [Key in keyof Bodies]?: (ctx: PrepareContext) => Promise<void> }
}

export interface DocumentActions<Row extends DocumentRow, Bodies, Line = never> {
  endpoints: Endpoint[]
  /** The same action as a part of another write. */
  run<Key extends keyof Bodies & string>(
    ctx: WriteContext,
    key: Key,
    of: { row: Row; body: Bodies[Key] },
  ): Promise<Acted<Row, Line>>
}

export function documentActions<
  Row extends DocumentRow,
  State extends string,
  Bodies,
  View,
  Detail,
  Line,
  Effects,
  Result = Detail,
>(
  document: Document<Row, State, Bodies, View, Detail, Line, Effects>,
  code: ActionCode<Row, State, Bodies, Line, Effects>,
  { returns, access, ...options }: ActionOptions<Bodies, Result> = {},
): DocumentActions<Row, Bodies, Line> {
  const { workflow, beside } = document
  const run: DocumentActions<Row, Bodies, Line>['run'] = (ctx, key, { row, body }) =>
    runAction(ctx, { document, code, key, row, body })
  const reply = async (acted: Acted<Row, Line>, ctx: WriteContext): Promise<Reply<Result, unknown>> => {
    const { body, version } = await document.reply(acted.row, ctx, acted.lines)
    const { created, members, secrets, effects } = acted
    const shown = { ...body, ...(created && { created }), ...members?.(), ...secrets }
    return {
      body: shown as unknown as Result,
      version: version!,
      ...(secrets && { isSecret: true }),
      ...(effects && { effects }),
    }
  }
  const runs = actionKeys(workflow).map(key => [
    key,
    async (ctx: WriteContext, row: Row, body: Bodies[typeof key]) => {
      const acted = await runAction(ctx, { document, code, key, row, body, isAsked: true })
      await startStepsOfMade(ctx, document.object, { row, acted })
      return reply(acted, ctx)
    },
  ])
  const endpoints = defineActions({
    id: document.id,
    object: document.object,
    path: `${document.path}/{id}`,
    name: document.name,
    access: document.access.write,
    readAccess: document.access.read,
    workflow,
    record: rowOfPath(document),
    closed: (row: Row, key, now) =>
      document.refuses?.(row, key, now()) ??
      (document.openActions(row).includes(key) ? undefined : document.notNow(row)),
    held: ({ id }: Row, key, { db, account: { book } }) =>
      heldBack({ db, bookId: book.id, watched: book.watched }, { object: document.object, id, action: key }),
    returns: (returns ?? document.detail) as TSchema & Typed<Result>,
    ...options,
    ...(access && { accessOf: access }),
    ...(beside && { beside }),
    run: Object.fromEntries(runs),
  })
  return { endpoints, run }
}

/** Drafts an action leaves, of another kind or of its own, are asked for by whoever asked for the action. */
async function startStepsOfMade<Row extends DocumentRow, Line>(
  ctx: WriteContext,
  object: string,
  { row, acted }: { row: Row; acted: Acted<Row, Line> },
): Promise<void> {
  if (acted.created) await startStepsOfDraft(ctx, acted.created)
  if (acted.row.id !== row.id) await startSteps(ctx, { object, action: 'create', row: acted.row, id: acted.row.id })
}
