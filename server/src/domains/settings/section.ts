/** What a section of the settings is, and how every one of them is planned: compared, refused, kept. Pure. */
import type { WriteContext } from '../../kernel/context.ts'
import { canonicalJson, type Json } from '../../lib/canonical-json.ts'
import { isDecimal, plainText } from '../../lib/decimal.ts'
import { newId } from '../../lib/ids.ts'
import type { Settings } from './schema.ts'
import type { SectionName, World } from './world.ts'

export interface Change {
  section: SectionName
  key: string
  action: 'create' | 'update'
}

export interface Refusal {
  section: SectionName
  key: string
  reason: string
}

export interface Plan {
  changes: Change[]
  refusals: Refusal[]
}

/** A plan together with the rows that would be written. */
export interface Drawing extends Plan {
  rows: Map<SectionName, unknown[]>
}

interface Stored {
  id: string
  is_default?: boolean
}

type Complete<Wanted> = { [Member in keyof Wanted]-?: Exclude<Wanted[Member], undefined> }

export interface SectionDeclaration<Wanted extends object, Row extends Stored> {
  name: SectionName
  /** Its part of the document; undefined leaves the section alone. */
  wanted(document: Settings): Wanted[] | undefined
  /** Puts what the book has into the document. */
  put(document: Settings, entries: Complete<Wanted>[]): void
  /** The rows of the book, as they are and as the plan changes them. */
  rows(world: World): Map<string, Row>
  /** Other records by the names the export uses, whatever names were sent. */
  canonical?(sent: Wanted, world: World): Wanted
  /** What a person calls the record. */
  key(entry: Complete<Wanted>): string
  /** Tells whether the record exists, where the key alone could mean two: names may have spaces in them. */
  identity?(entry: Complete<Wanted>): unknown[]
  /** What a new record has when the document does not say. */
  defaults: Partial<Complete<Wanted>>
  /** Members that follow from others instead of staying as they are. */
  follow?(sent: Wanted): Partial<Wanted>
  /** A row as the document shows it. */
  out(row: Row, world: World): Complete<Wanted>
  /** The row of an entry that is not refused. */
  row(entry: Complete<Wanted>, id: string, world: World): Row
  /** Why the entry cannot be, in words; `before` is what the book has. */
  refuse(entry: Complete<Wanted>, before: Complete<Wanted> | undefined, world: World, known?: Row): string | undefined
  /** One record of the section is the default; naming another one moves it. */
  hasDefault?: boolean
  /** What no longer fits once everything is planned. */
  check?(world: World): { key: string; reason: string }[]
  save(ctx: WriteContext, rows: Row[]): Promise<void>
}

/** A section with its types erased, as the plan goes through all of them. */
export interface Section {
  name: SectionName
  plan(document: Settings, world: World, drawing: Drawing): void
  check(world: World, drawing: Drawing): void
  put(document: Settings, world: World): void
  save(ctx: WriteContext, drawing: Drawing): Promise<void>
}

export function defineSection<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
): Section {
  return {
    name: section.name,
    put: (document, world) =>
      section.put(
        document,
        rowsOf(section, world).map(row => section.out(row, world)),
      ),
    plan(document, world, drawing) {
      const wanted = section.wanted(document)
      if (wanted) planEntries(section, wanted, world, drawing)
    },
    check(world, drawing) {
      const faults = section.check?.(world) ?? []
      drawing.refusals.push(...faults.map(fault => ({ section: section.name, ...fault })))
    },
    save: (ctx, { rows }) => section.save(ctx, oldDefaultFirst((rows.get(section.name) ?? []) as Row[])),
  }
}

/** The one that was the default gives way before another one takes over. */
const oldDefaultFirst = <Row extends Stored>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => Number(one.is_default ?? false) - Number(other.is_default ?? false))

const rowsOf = <Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  world: World,
): Row[] => [...section.rows(world).values()]

function planEntries<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  wanted: Wanted[],
  world: World,
  drawing: Drawing,
): void {
  const known = new Map(rowsOf(section, world).map(row => [identityOf(section, section.out(row, world)), row]))
  const seen = new Set<string>()
  const claims = new Set<string>()
  for (const given of wanted) {
    const sent = section.canonical?.(given, world) ?? given
    const named = withDefaults(section, sent, undefined)
    const [key, identity] = [section.key(named), identityOf(section, named)]
    const refuse = (reason: string) => drawing.refusals.push({ section: section.name, key, reason })
    const row = known.get(identity)
    const before = row && section.out(row, world)
    const entry = withDefaults(section, sent, before)
    const reason = seen.has(identity) ? 'It stands in the document twice.' : section.refuse(entry, before, world, row)
    seen.add(identity)
    if ((sent as { is_default?: boolean }).is_default) claims.add(key)
    if (reason !== undefined) refuse(reason)
    else if (!before || !isSame(normal(before), entry)) {
      const fresh = section.row(entry, row?.id ?? newId(), world)
      draw(section, drawing, world, { key, row: fresh, isNew: !row })
    }
  }
  if (section.hasDefault) moveDefault(section, claims, world, drawing)
}

const identityOf = <Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  entry: Complete<Wanted>,
): string => (section.identity ? JSON.stringify(section.identity(entry)) : section.key(entry))

const withDefaults = <Wanted extends object, Row extends Stored>(
  { defaults, follow }: SectionDeclaration<Wanted, Row>,
  sent: Wanted,
  before: Complete<Wanted> | undefined,
): Complete<Wanted> => normal({ ...defaults, ...before, ...follow?.(sent), ...sent } as Complete<Wanted>)

/** `20.000` and `20` are one number. */
const normal = <Entry extends object>(entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      isNumber(name) && typeof value === 'string' && isDecimal(value) ? plainText(value) : value,
    ]),
  ) as Entry

const numbers = ['rate_pct', 'min_quantity', 'unit_price', 'discount_pct', 'amount', 'to_base_factor']
const isNumber = (name: string): boolean => numbers.includes(name)

const isSame = (before: object, after: object): boolean =>
  canonicalJson(before as Json) === canonicalJson(after as Json)

function draw<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  drawing: Drawing,
  world: World,
  { key, row, isNew }: { key: string; row: Row; isNew: boolean },
): void {
  drawing.changes.push({ section: section.name, key, action: isNew ? 'create' : 'update' })
  const rows = drawing.rows.get(section.name)
  if (rows) rows.push(row)
  else drawing.rows.set(section.name, [row])
  section.rows(world).set(row.id, row)
}

/** The record that claims to be the default takes over from the one that was; there is always exactly one. */
function moveDefault<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  claims: Set<string>,
  world: World,
  drawing: Drawing,
): void {
  const keyOf = (row: Row) => section.key(section.out(row, world))
  const defaults = rowsOf(section, world).filter(row => row.is_default)
  const chosen = defaults.filter(row => claims.has(keyOf(row)))
  const refuse = (key: string, reason: string) => drawing.refusals.push({ section: section.name, key, reason })
  if (chosen.length > 1) {
    for (const row of chosen) refuse(keyOf(row), 'Only one can be the default.')
  } else if (defaults.length === 0) {
    refuse('is_default', 'One must stay the default: name the new one with is_default true.')
  } else if (chosen.length === 1) {
    for (const row of defaults.filter(other => other !== chosen[0])) {
      giveWay(section, drawing, world, { key: keyOf(row), row })
    }
  }
}

/** One that the document changes otherwise is drawn already: it is written once. */
function giveWay<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  drawing: Drawing,
  world: World,
  { key, row }: { key: string; row: Row },
): void {
  const fresh = { ...row, is_default: false }
  const drawn = drawing.rows.get(section.name) ?? []
  const place = drawn.indexOf(row)
  if (place < 0) {
    draw(section, drawing, world, { key, row: fresh, isNew: false })
  } else {
    drawn[place] = fresh
    section.rows(world).set(row.id, fresh)
  }
}
