/** A section of the settings as one value: where its entries stand in the document, and what becomes of them. */
import { groupBy } from '../lib/group-by.ts'
import type { Inside, Section, SectionDeclaration, Settings, Stored } from './settings.ts'
import { planEntries } from './settings-plan.ts'

/** An entry of any section. */
type Entry = Record<string, unknown>

export function defineSection<Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
): Section<Row> {
  const { name, place = Infinity, description, entry, isSingle = false, inside, needs = [] } = section
  const defined: Section<Row> = {
    name,
    place,
    description,
    entry,
    isSingle,
    defaults: section.defaults as Record<string, unknown>,
    inside,
    needs,
    rows: {
      async load(reading) {
        return new Map((await section.load(reading)).map(row => [row.id, row]))
      },
    },
    put(document, snapshot) {
      const entries = [...snapshot.rows(defined).values()].map(row => section.out(row, snapshot))
      putEntries(document, defined, entries as Entry[])
    },
    plan(document, snapshot, draft) {
      const sent = takeEntries(document, defined) as Wanted[] | undefined
      if (!sent) return
      planEntries({ section, rows: snapshot.rows(defined), snapshot, draft }, section.arrange?.(sent) ?? sent)
    },
    check(snapshot, draft) {
      const faults = section.check?.(snapshot.rows(defined), snapshot) ?? []
      draft.refusals.push(...faults.map(fault => ({ section: name, ...fault })))
    },
    save: (ctx, { rows }) => section.save(ctx, oldDefaultFirst((rows.get(name) ?? []) as Row[])),
  }
  return defined
}

/** The one that was the default gives way before another one takes over. */
const oldDefaultFirst = <Row extends Stored>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => Number(one.is_default ?? false) - Number(other.is_default ?? false))

function entriesOf(document: Settings, { name, isSingle }: Section): Entry[] | undefined {
  const value = new Map<string, unknown>(Object.entries(document)).get(name)
  return isSingle && value ? [value as Entry] : (value as Entry[] | undefined)
}

/** Undefined when the document leaves the section alone. What stands inside an entry is another section's. */
function takeEntries(document: Settings, section: Section): Entry[] | undefined {
  const {
    inside,
    entry: { properties },
  } = section
  if (inside) return entriesOf(document, inside.section)?.flatMap(owner => entriesInside(owner, inside))
  const ownMembers = (entry: Entry): Entry =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => name in properties))
  return entriesOf(document, section)?.map(ownMembers)
}

const entriesInside = (owner: Entry, { member, owner: called }: Inside): Entry[] =>
  ((owner[member] ?? []) as Entry[]).map(entry => ({ ...entry, [called]: owner.code }))

function putEntries(document: Settings, section: Section, entries: Entry[]): void {
  const { name, isSingle, inside } = section
  if (!inside) {
    Object.assign(document, { [name]: isSingle ? entries[0] : entries })
    return
  }
  const byOwner = groupBy(entries, entry => entry[inside.owner] as string)
  for (const owner of entriesOf(document, inside.section) ?? []) {
    owner[inside.member] = (byOwner.get(owner.code as string) ?? []).map(({ [inside.owner]: _, ...entry }) => entry)
  }
}
