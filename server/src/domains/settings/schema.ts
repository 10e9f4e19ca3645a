/** The settings of a book as one declarative document: what the account's people keep, not what the API writes. */
import { Type } from 'typebox'
import { type AnyShape, Shape, type TSchema } from '../../contract/schema.ts'
import { theHouse } from '../../kernel/domain.ts'
import type { Section } from '../../kernel/settings.ts'

/** The shape of the document, from the sections of every domain. */
export function settingsShape(): AnyShape {
  const { settings } = theHouse()
  const own = settings.filter(({ inside }) => !inside)
  const sections = Object.fromEntries(
    own.map(section => [section.name, Type.Optional(sectionShape(section, settings))]),
  )
  return Shape(
    { $schema: Type.Optional(Type.String()), version: Type.Literal(1), ...sections },
    {
      title: 'Settings of a Cellarbook book',
      description:
        'What a section or a member leaves out stays as it is; a new record takes its default. Nothing is deleted: ' +
        'is_active false takes a record out of use.',
    },
  )
}

function sectionShape(section: Section, all: readonly Section[]): TSchema {
  const { description, isSingle } = section
  const whole = entryShape(section, all)
  return isSingle ? whole : Type.Array(whole, description === undefined ? {} : { description })
}

/** Unlike other lists, what is left out of it stays; forms offer no removal there. */
const keptRows = { 'x-kept': true }

/** One entry with what stands inside it. */
export function entryShape({ name, entry }: Section, all: readonly Section[]): AnyShape {
  const inside = all.filter(other => other.inside?.section.name === name)
  const members = inside.map(other => [other.inside!.member, Type.Optional(Type.Array(other.entry, keptRows))])
  return members.length === 0 ? entry : Shape({ ...entry.properties, ...Object.fromEntries(members) })
}

/** An entry as a form asks for it: what a new one has without a word stands at its flags and choices. */
export function formSchema(section: Section, all: readonly Section[]): object {
  const { properties } = entryShape(section, all)
  const inside = all.filter(other => other.inside?.section.name === section.name)
  const members = inside.map(other => [
    other.inside!.member,
    { ...properties[other.inside!.member]!, items: { ...other.entry, properties: withDefaults(other) } },
  ])
  return plainSchema({
    ...entryShape(section, all),
    properties: { ...properties, ...withDefaults(section), ...Object.fromEntries(members) },
  })
}

const withDefaults = ({ entry, defaults }: Section): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(entry.properties).map(([name, field]) => {
      const usual = defaults[name]
      const isTold = typeof usual === 'boolean' || (typeof usual === 'string' && 'enum' in field)
      return [name, isTold ? { ...field, default: usual } : field]
    }),
  )

/** The document's own JSON Schema, as editors and checkers read it. */
export const settingsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...plainSchema(settingsShape()),
})

const plainSchema = (shape: TSchema): object => JSON.parse(JSON.stringify(shape)) as object
