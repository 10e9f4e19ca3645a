/** The wire shapes of settings as administrators see them. */
import { Type } from 'typebox'
import { Nullable, OneOf, Shape } from '../../contract/schema.ts'

/** Shown and taken as it is: its own schema is known once all domains are. */
const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const sectionFields = {
  object: Type.Literal('settings_section'),
  name: Type.String(),
  description: Nullable(Type.String()),
  is_single: Type.Boolean({ description: 'It has one entry, no list of them.' }),
}

export const SectionNames = Shape({ object: Type.Literal('list'), data: Type.Array(Shape(sectionFields)) })

export const SectionView = Shape({
  ...sectionFields,
  entries: Type.Array(Anything),
  schema: Type.Unsafe<object>({ ...Anything, description: 'The JSON Schema of an entry.' }),
})

export const SectionChange = Shape({
  entries: Type.Array(Anything, { maxItems: 5_000, description: 'Those that are not named stay as they are.' }),
})

export const DocumentView = Shape({
  object: Type.Literal('settings_document'),
  document: Anything,
  schema: Type.Unsafe<object>({ ...Anything, description: 'The JSON Schema of the document.' }),
})

export const DocumentChange = Shape({ document: Anything })

const FieldChange = Shape({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })

const Change = Shape({
  section: Type.String(),
  key: Type.String(),
  action: OneOf(['create', 'update']),
  fields: Type.Optional(Type.Array(FieldChange, { description: 'What an update changes.' })),
})

export const PlanView = Shape({
  object: Type.Literal('settings_plan'),
  changes: Type.Array(Change),
  refusals: Type.Array(Shape({ section: Type.String(), key: Type.String(), reason: Type.String() })),
})
