/** The components of the document: what is used more than once is written once and referred to. */
import type { Part, Reference } from './document.ts'

export type Section = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples'

export interface Components {
  /** The reference to a component that is made when it is first needed. */
  refer(section: Section, name: string, make: () => Part): Reference
  /** The same for a part that is at hand. The first takes the name; another part that wants it stands in place. */
  share(section: Section, name: string, part: Part): Part
  /** Sections and names in alphabetical order. */
  written(): Record<Section, Record<string, Part>>
}

const referenceTo = (section: Section, name: string): Reference => ({ $ref: `#/components/${section}/${name}` })

const sortByName = (parts: ReadonlyMap<string, Part>): Record<string, Part> =>
  Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1)))

export function componentRegistry(): Components {
  const sections = {
    examples: new Map<string, Part>(),
    headers: new Map<string, Part>(),
    parameters: new Map<string, Part>(),
    responses: new Map<string, Part>(),
    schemas: new Map<string, Part>(),
  }
  const texts = new WeakMap<Part, string>()
  const textOf = (held: Part): string => {
    const text = texts.get(held) ?? JSON.stringify(held)
    texts.set(held, text)
    return text
  }
  return {
    refer(section, name, make) {
      if (!sections[section].has(name)) sections[section].set(name, make())
      return referenceTo(section, name)
    },
    share(section, name, part) {
      const held = sections[section].get(name) ?? part
      sections[section].set(name, held)
      const isSame = held === part || textOf(held) === JSON.stringify(part)
      return isSame ? referenceTo(section, name) : part
    },
    written: () => ({
      examples: sortByName(sections.examples),
      headers: sortByName(sections.headers),
      parameters: sortByName(sections.parameters),
      responses: sortByName(sections.responses),
      schemas: sortByName(sections.schemas),
    }),
  }
}
