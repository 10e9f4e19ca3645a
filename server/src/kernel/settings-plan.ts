/** How the entries of a section are planned: compared with what the book has, refused or drafted. Pure. */
import { type AnyShape, decimalLimits } from '../contract/schema.ts'
import { canonicalJson, type Json } from '../lib/canonical-json.ts'
import { isDecimal, plainText } from '../lib/decimal.ts'
import { newId } from '../lib/ids.ts'
import type { Change, Complete, Draft, FieldChange, SectionDeclaration, Stored } from './settings.ts'
import type { Snapshot } from './snapshot.ts'

/** One section on its way through the plan. */
export interface Planning<Wanted extends object, Row extends Stored> {
  section: SectionDeclaration<Wanted, Row>
  /** Changed as the plan goes on. */
  rows: Map<string, Row>
  snapshot: Snapshot
  draft: Draft
  /** The entries that are updated, by the id of their row, as they were. */
  updates: Map<string, { change: Change; before: object }>
}

export function planEntries<Wanted extends object, Row extends Stored>(
  place: Omit<Planning<Wanted, Row>, 'updates'>,
  wanted: Wanted[],
): void {
  const planning: Planning<Wanted, Row> = { ...place, updates: new Map() }
  const { section, rows, snapshot, updates } = planning
  const known = new Map([...rows.values()].map(row => [identityOf(section, section.out(row, snapshot)), row]))
  const seen = new Set<string>()
  const claims = new Set<string>()
  for (const given of wanted) {
    const sent = section.canonical?.(given, snapshot) ?? given
    const named = withDefaults(section, sent, undefined)
    const [key, identity] = [section.key(named), identityOf(section, named)]
    if (isDefault(sent)) claims.add(key)
    if (seen.has(identity)) refuse(planning, key, 'It stands in the document twice.')
    else planEntry(planning, { sent, key }, known.get(identity))
    seen.add(identity)
  }
  if (section.hasDefault) moveDefault(planning, claims)
  for (const [id, { change, before }] of updates) {
    change.fields = fieldChanges(before, plainDecimals(section.entry, section.out(rows.get(id)!, snapshot)))
  }
}

function fieldChanges(before: object, after: object): FieldChange[] {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map(field => ({ field, from: old.get(field) ?? null, to: fresh.get(field) ?? null }))
    .filter(({ from, to }) => !isSame([from], [to]))
}

const isDefault = (entry: { is_default?: boolean }): boolean => entry.is_default === true

function planEntry<Wanted extends object, Row extends Stored>(
  planning: Planning<Wanted, Row>,
  { sent, key }: { sent: Wanted; key: string },
  row: Row | undefined,
): void {
  const { section, rows, snapshot } = planning
  const before = row && section.out(row, snapshot)
  const entry = withDefaults(section, sent, before)
  const reason = section.refuse?.(entry, { before, row, rows, snapshot })
  if (reason !== undefined) refuse(planning, key, reason)
  else if (!before || !isSame(plainDecimals(section.entry, before), entry)) {
    const fresh = section.row(entry, row?.id ?? newId(), snapshot)
    draftRow(planning, { key, row: fresh, isNew: !row })
  }
}

const identityOf = <Wanted extends object, Row extends Stored>(
  section: SectionDeclaration<Wanted, Row>,
  entry: Complete<Wanted>,
): string => (section.identity ? JSON.stringify(section.identity(entry)) : section.key(entry))

const withDefaults = <Wanted extends object, Row extends Stored>(
  { entry, defaults, follow }: SectionDeclaration<Wanted, Row>,
  sent: Wanted,
  before: Complete<Wanted> | undefined,
): Complete<Wanted> => plainDecimals(entry, { ...defaults, ...before, ...follow?.(sent), ...sent } as Complete<Wanted>)

/** `20.000` and `20` are one number. */
const plainDecimals = <Entry extends object>({ properties }: AnyShape, entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      typeof value === 'string' && decimalLimits in (properties[name] ?? {}) && isDecimal(value)
        ? plainText(value)
        : value,
    ]),
  ) as Entry

const isSame = (before: object, after: object): boolean =>
  canonicalJson(before as Json) === canonicalJson(after as Json)

function refuse<Wanted extends object, Row extends Stored>(
  { section, draft }: Planning<Wanted, Row>,
  key: string,
  reason: string,
): void {
  draft.refusals.push({ section: section.name, key, reason })
}

function draftRow<Wanted extends object, Row extends Stored>(
  { section, rows, snapshot, draft, updates }: Planning<Wanted, Row>,
  { key, row, isNew }: { key: string; row: Row; isNew: boolean },
): void {
  const change: Change = { section: section.name, key, action: isNew ? 'create' : 'update' }
  draft.changes.push(change)
  if (!isNew) {
    const before = plainDecimals(section.entry, section.out(rows.get(row.id)!, snapshot))
    updates.set(row.id, { change, before })
  }
  const drafted = draft.rows.get(section.name)
  if (drafted) drafted.push(row)
  else draft.rows.set(section.name, [row])
  rows.set(row.id, row)
}

/** The record that claims to be the default takes over from the one that was; there is always exactly one. */
function moveDefault<Wanted extends object, Row extends Stored>(
  planning: Planning<Wanted, Row>,
  claims: Set<string>,
): void {
  const { section, rows, snapshot } = planning
  const keyOf = (row: Row) => section.key(section.out(row, snapshot))
  const defaults = [...rows.values()].filter(isDefault)
  const chosen = defaults.filter(row => claims.has(keyOf(row)))
  if (chosen.length > 1) {
    for (const row of chosen) refuse(planning, keyOf(row), 'Only one can be the default.')
  } else if (defaults.length === 0) {
    refuse(planning, 'is_default', 'One must stay the default: name the new one with is_default true.')
  } else if (chosen.length === 1) {
    for (const row of defaults.filter(other => other !== chosen[0])) giveWay(planning, row, keyOf(row))
  }
}

/** One that the document changes otherwise is drafted already: it is written once. */
function giveWay<Wanted extends object, Row extends Stored>(
  planning: Planning<Wanted, Row>,
  row: Row,
  key: string,
): void {
  const { section, rows, draft } = planning
  const fresh = { ...row, is_default: false }
  const drafted = draft.rows.get(section.name) ?? []
  const index = drafted.indexOf(row)
  if (index < 0) {
    draftRow(planning, { key, row: fresh, isNew: false })
  } else {
    drafted[index] = fresh
    rows.set(row.id, fresh)
  }
}
