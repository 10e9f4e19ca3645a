/** A definition of workflow steps as the settings say it. */
import { Type } from 'typebox'
import { described, OneOf, Shape, type Static, Text } from '../../../contract/schema.ts'
import { roles } from '../../../contract/scopes.ts'
import { steppedDocuments } from '../../../contract/steps.ts'
import { Code, Flag, Name, optional, orNull } from '../../../kernel/settings-words.ts'
import { AnyObject, longestTimeout, shortestTimeout, stepKinds } from '../steps/schema.ts'

const callModes = ['auto', 'manual'] as const
export const operators = ['eq', 'ne', 'gte', 'lte', 'in'] as const

const On = Shape({
  document: OneOf(steppedDocuments),
  action: described<string>(Text(1, 60), 'A key of its actions, or `create`.'),
  to: orNull(
    described<string>(Text(1, 60), 'Only when the action led to this state; for a batch to this phase. Null: to any.'),
  ),
})

const Condition = Shape({
  field: described<string>(Text(1, 200), 'A path in the record as lists show it, such as `totals.incl_vat`.'),
  op: OneOf(operators),
  value: Type.Unsafe<unknown>({ description: 'A text, a number, a boolean or null; for `in` a list of them.' }),
})
export type Condition = Static<typeof Condition>

const StepEntry = Shape({
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
  title: Text(1, 200),
  kind: OneOf(stepKinds),
  after: optional(Type.Array(Type.String(), { maxItems: 20, description: 'Keys of earlier steps it waits for.' })),
  blocks: optional(
    Type.Array(Type.String(), { maxItems: 40, description: 'Actions of the document that wait for this step.' }),
  ),
  role: optional(
    described<string>(
      OneOf(Object.keys(roles)),
      'Whose task it is, or becomes when it is handed over; `admin` unless said.',
    ),
  ),
  call: optional(
    described<(typeof callModes)[number]>(OneOf(callModes), 'External steps: called by the service, or by `call`.'),
  ),
  timeout_seconds: optional(
    Type.Integer({
      minimum: shortestTimeout,
      maximum: longestTimeout,
      description: 'External steps; a day unless said.',
    }),
  ),
  params: optional(described<Record<string, unknown>>(AnyObject, 'External steps: what the call carries, up to 4 kB.')),
})
export type StepEntry = Static<typeof StepEntry>

export const DefinitionEntry = Shape({
  code: Code,
  name: Name,
  on: On,
  when: optional(Type.Array(Condition, { maxItems: 20, description: 'All must hold on the record as lists show it.' })),
  steps: Type.Array(StepEntry, { minItems: 1, maxItems: 20 }),
  is_active: Flag,
})
export type DefinitionEntry = Static<typeof DefinitionEntry>
