/** What the settings of a book are made of: a document of sections, each declared by the domain whose rows it keeps. */
import type { AnyShape } from '../contract/schema.ts'
import type { WriteContext } from './context.ts'
import type { Reading, Snapshot, Source } from './snapshot.ts'

/** The document. Every domain adds the types of its sections: `declare module '…/kernel/settings.ts'`. */
export interface Settings {
  $schema?: string
  version: 1
}

export interface Change {
  section: string
  key: string
  action: 'create' | 'update'
  /** What an update changes. */
  fields?: FieldChange[]
}

/** A member of an entry, as the export shows it before and after. */
export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

export interface Refusal {
  section: string
  key: string
  reason: string
}

export interface Plan {
  changes: Change[]
  refusals: Refusal[]
}

/** A plan together with the rows that would be written, by section. */
export interface Draft extends Plan {
  rows: Map<string, Stored[]>
}

export interface Stored {
  id: string
  is_default?: boolean
}

export type Complete<Wanted> = { [Member in keyof Wanted]-?: Exclude<Wanted[Member], undefined> }

/** An entry among what the book has. */
export interface Known<Wanted, Row> {
  /** The entry as the book has it; undefined of a new one. */
  before: Complete<Wanted> | undefined
  row: Row | undefined
  /** All rows of the section by id, as far as they are planned. */
  rows: Map<string, Row>
  snapshot: Snapshot
}

/** Entries that stand inside those of another section. */
export interface Inside {
  section: Section
  /** The member that holds them. */
  member: string
  /** The member of an entry that says the code of the entry around it. */
  owner: string
}

export interface SectionDeclaration<Wanted extends object, Row extends Stored> {
  /** Also its name in the document, unless it stands inside another one. */
  name: string
  /** Sections are shown, planned and written in this order: each may refer to those before it. By default the last. */
  place?: number
  description?: string
  /** The shape of one entry. */
  entry: AnyShape
  /** The document has one entry instead of a list. */
  isSingle?: boolean
  inside?: Inside
  /** What it asks the snapshot for beside the rows of sections. */
  needs?: readonly Source<unknown>[]
  load(reading: Reading): Promise<Row[]>
  /** The order in which the entries are planned, where it matters. */
  arrange?(sent: Wanted[]): Wanted[]
  /** Other records by the names the export uses, whatever names were sent. */
  canonical?(sent: Wanted, snapshot: Snapshot): Wanted
  /** What a person calls the record. */
  key(entry: Complete<Wanted>): string
  /** Tells whether the record exists, where the key alone could mean two: names may have spaces in them. */
  identity?(entry: Complete<Wanted>): unknown[]
  /** What a new record has when the document does not say. */
  defaults: Partial<Complete<Wanted>>
  /** Members that follow from others instead of staying as they are. */
  follow?(sent: Wanted): Partial<Wanted>
  /** A row as the document shows it. */
  out(row: Row, snapshot: Snapshot): Complete<Wanted>
  /** The row of an entry that is not refused. */
  row(entry: Complete<Wanted>, id: string, snapshot: Snapshot): Row
  /** Why the entry cannot be, in words. */
  refuse?(entry: Complete<Wanted>, known: Known<Wanted, Row>): string | undefined
  /** One record of the section is the default; naming another one moves it. */
  hasDefault?: boolean
  /** What no longer fits once everything is planned. */
  check?(rows: Map<string, Row>, snapshot: Snapshot): { key: string; reason: string }[]
  save(ctx: WriteContext, rows: Row[]): Promise<void>
}

/** A section as the plan goes through all of them. */
export interface Section<Row extends Stored = Stored> {
  name: string
  place: number
  description: string | undefined
  entry: AnyShape
  isSingle: boolean
  /** What a new record has when the document does not say. */
  defaults: Readonly<Record<string, unknown>>
  inside: Inside | undefined
  needs: readonly Source<unknown>[]
  /** Its rows in a snapshot. */
  rows: Source<Map<string, Row>>
  plan(document: Settings, snapshot: Snapshot, draft: Draft): void
  check(snapshot: Snapshot, draft: Draft): void
  /** Puts what the book has into the document. */
  put(document: Settings, snapshot: Snapshot): void
  save(ctx: WriteContext, draft: Draft): Promise<void>
}

/** Every section in its order, those inside others after them. */
export const inOrder = (sections: readonly Section[]): readonly Section[] =>
  sections.toSorted((one, other) => one.place - other.place)
