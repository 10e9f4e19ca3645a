/** Workflow steps on the wire. */
import { Type } from 'typebox'
import { described, InstantText, Nullable, OneOf, Shape, type Static, Text, Uuid } from '../../../contract/schema.ts'
import { steppedDocuments } from '../../../contract/steps.ts'
import { envelope } from '../../../kernel/document.ts'

export const stepStatuses = ['pending', 'called', 'waiting_external', 'handed_over', 'completed', 'cancelled'] as const
export type StepStatus = (typeof stepStatuses)[number]

export const stepKinds = ['external', 'person'] as const
export type StepKind = (typeof stepKinds)[number]

const stepOutcomes = ['ok', 'rejected'] as const
export type StepOutcome = (typeof stepOutcomes)[number]

/** A minute and a week. */
export const shortestTimeout = 60
export const longestTimeout = 604_800

export type AnyObject = Record<string, unknown>
export const AnyObject = Type.Unsafe<AnyObject>({ type: 'object', additionalProperties: true })

const Payload = Shape({
  params: AnyObject,
  document: Nullable(described<AnyObject>(AnyObject, 'The record as lists showed it when the step was made.')),
  redacted: Type.Optional(Type.Literal(true, { description: 'The key may not read the document.' })),
})

export const WorkflowStep = Shape({
  object: Type.Literal('workflow_step'),
  id: Uuid,
  run_id: described<string>(Uuid, 'All steps one definition made at once.'),
  definition: Shape({ code: Type.String(), name: Type.String() }),
  key: Type.String(),
  title: Type.String(),
  kind: OneOf(stepKinds),
  status: OneOf(stepStatuses),
  document: Shape({ object: OneOf(steppedDocuments), id: Uuid }),
  blocks: Type.Array(Type.String(), { description: 'Actions of the document that wait for this step.' }),
  role: described<string>(Type.String(), 'Whose task it is, or becomes when it is handed over.'),
  payload: Payload,
  result: Nullable(AnyObject),
  outcome: Nullable(OneOf(stepOutcomes)),
  note: Nullable(Type.String()),
  called_at: Nullable(InstantText),
  deadline_at: Nullable(InstantText),
  handed_over_at: Nullable(InstantText),
  completed_at: Nullable(InstantText),
  completed_by: Nullable(Shape({ type: OneOf(['api_key', 'user']), id: Uuid })),
  ...envelope,
})
export type WorkflowStep = Static<typeof WorkflowStep>

const Note = Type.Optional(Nullable(Text(0, 2000)))

export const WaitBody = Shape({
  timeout_seconds: Type.Optional(
    Type.Integer({
      minimum: shortestTimeout,
      maximum: longestTimeout,
      description: 'From now; that of the definition unless sent.',
    }),
  ),
})

export const CompleteBody = Shape({
  outcome: Type.Optional(described<StepOutcome>(OneOf(stepOutcomes), '`ok` unless sent.')),
  result: Type.Optional(described<AnyObject>(AnyObject, 'Up to 16 kB.')),
  note: Note,
})
export type CompleteBody = Static<typeof CompleteBody>

export const HandOverBody = Shape({ note: Note })
