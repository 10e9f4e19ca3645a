/** What an entry of the problem catalogue is, and the member schemas that several entries share. */
import { Type } from 'typebox'
import { type AnyShape, Decimal, described, OneOf, Shape, UnitRef, Uuid } from '../schema.ts'
import { type Reason, reasonTexts } from './reason-texts.ts'

export interface ProblemSpec {
  /** HTTP status. */
  readonly status: number
  readonly title: string
  /** What happened and why the service refuses. */
  readonly explanation: string
  /** What the caller does about it. */
  readonly cure: string
  /** The members this code adds to the problem document. */
  readonly members?: AnyShape | undefined
}

/** An entry whose members are known to the compiler; `Members` is undefined when it has none. */
export interface DefinedProblem<Members extends AnyShape | undefined> extends Omit<ProblemSpec, 'members'> {
  readonly members: Members
}

/** Keeps the type of the members and nothing else, so that `problem()` knows cheaply what its code needs. */
export function defineProblem(spec: Omit<ProblemSpec, 'members'>): DefinedProblem<undefined>
export function defineProblem<Members extends AnyShape>(
  spec: Omit<ProblemSpec, 'members'> & { members: Members },
): DefinedProblem<Members>
export function defineProblem(spec: ProblemSpec): DefinedProblem<AnyShape | undefined> {
  return Object.freeze({ members: undefined, ...spec })
}

/** Names the offending line when a business code is raised for one, such as `lines[3].unit`. */
export const optionalField = Type.Optional(
  Type.String({ description: 'Path of the offending field, such as lines[3].unit' }),
)

/** Why, where the code says too little: a word for programs beside the text for people. */
export const reasonMembers = {
  reason: Type.Optional(
    described<Reason>(
      OneOf(Object.keys(reasonTexts) as Reason[]),
      'Why, as a word that stays when the text changes; absent where nothing but the text tells. More may be added.',
    ),
  ),
  params: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The values in the text of that reason, such as `limit`.',
    }),
  ),
}

export const existingId = Type.String({ format: 'uuid', description: 'Id of the existing record' })

/** A line that asks for more than the warehouse can give. */
export const stockShortage = Shape({
  line_id: Uuid,
  item_id: Uuid,
  requested: Decimal,
  available: Decimal,
  unit: UnitRef,
})

/** Another record whose state stands in the way. */
export const blockingRecord = Shape({
  object: Type.String(),
  id: Uuid,
  status: Type.String(),
  number: Type.Optional(Type.String()),
})

/** A batch in the way: its phase, or how much of it there is. */
export const blockingBatch = Shape({
  object: Type.Literal('batch'),
  id: Uuid,
  number: Type.Optional(Type.String()),
  phase: Type.Optional(Type.String()),
  volume_l: Type.Optional(Type.Union([Decimal, Type.Null()])),
  value: Type.Optional(Decimal),
  requested: Type.Optional(Decimal),
  available: Type.Optional(Decimal),
  unit: Type.Optional(UnitRef),
})

/** A vessel that is too small, or not ready. */
export const blockingVessel = Shape({
  object: Type.Literal('vessel'),
  id: Uuid,
  status: Type.Optional(Type.String()),
  capacity_l: Type.Optional(Decimal),
  requested_l: Type.Optional(Decimal),
})

/** A workflow step that holds the action back. */
export const blockingStep = Shape({
  object: Type.Literal('workflow_step'),
  id: Uuid,
  key: Type.String(),
  status: Type.String(),
  outcome: Type.Union([Type.String(), Type.Null()]),
})

export const transferBlockerCodes = [
  'same_warehouse',
  'target_inactive',
  'target_system',
  'category_not_allowed',
  'insufficient_stock',
  'target_inventory_running',
] as const

/** Beside its code a blocker names the line it concerns; the quantities belong to `insufficient_stock`. */
export const transferBlocker = Shape({
  code: OneOf(transferBlockerCodes),
  line_id: Type.Optional(Uuid),
  item_id: Type.Optional(Uuid),
  requested: Type.Optional(Decimal),
  available: Type.Optional(Decimal),
  unit: Type.Optional(UnitRef),
})
