/** The wire shapes of reports. */
import { Type } from 'typebox'
import { DateText, Decimal, described, Nullable, OneOf, Shape, type Static } from '../../contract/schema.ts'

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

const Point = Shape({
  at: described<string>(
    Type.String(),
    'The first day of the step; with the step `hour` its first instant; of what was measured, its instant.',
  ),
  value: Decimal,
  count: Nullable(Type.Integer({ description: 'Of documents; null where there is nothing to count.' })),
})

const Series = Shape({
  key: Type.String({ description: 'What is counted.' }),
  currency: Nullable(Type.String({ description: 'Null where the values are no money.' })),
  points: Type.Array(Point, {
    description: 'One for each step, also where nothing happened; of what was measured, only where there is a value.',
  }),
})

const Total = Shape({
  key: Type.String(),
  currency: Nullable(Type.String()),
  value: Decimal,
  count: Nullable(Type.Integer()),
})

export const Report = Shape({
  object: Type.Literal('report'),
  name: Type.String(),
  from: DateText,
  to: DateText,
  step: described<Step | 'hour' | 'reading'>(
    OneOf([...steps, 'hour', 'reading']),
    'How long each step is; `reading` where each value stands by itself.',
  ),
  totals: Type.Array(Total, { description: 'Over the whole report, by key and currency.' }),
  series: Type.Array(Series, { description: 'One for each key and currency.' }),
})
export type Report = Static<typeof Report>
export type Series = Report['series'][number]
export type Total = Report['totals'][number]

const from = Type.Optional(described<string>(DateText, 'The first day; by default as far back as fits the step.'))
const to = Type.Optional(described<string>(DateText, 'The last day; by default today.'))

export const PeriodQuery = Shape({
  from,
  to,
  step: Type.Optional(described<Step>(OneOf(steps), 'How long each step is; a month by default.')),
})
export type PeriodQuery = Static<typeof PeriodQuery>

const Amount = Shape({ currency: Type.String(), value: Decimal })

export const ToDo = Shape({
  object: Type.Literal('to_do'),
  key: Type.String({ description: 'What waits, such as `overdue_invoices`.' }),
  count: Type.Integer({ description: 'How many wait.' }),
  amounts: Type.Array(Amount, { description: 'What is open, by currency; empty where it is not about money.' }),
  path: described<string>(Type.String(), 'The list they stand in.'),
  filter: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The filter of that list which shows exactly these.',
  }),
})
export type ToDo = Static<typeof ToDo>

export const ToDoList = Shape({ object: Type.Literal('list'), data: Type.Array(ToDo) })
