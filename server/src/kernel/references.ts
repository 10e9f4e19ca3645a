/**
 * References and units come before the state (gates 15 and 16). A handler that finds its record closed need not look at
 * what the body names: that is done here, for every body alike, and only when a state was about to refuse.
 */
import { invalidReference, Problem, type ProblemRow, validationFailed } from '../contract/problems.ts'
import type { UnitInput } from '../contract/schema.ts'
import { raw, type Sql, sql } from '../db/sql.ts'
import { groupBy } from '../lib/group-by.ts'
import type { WriteContext } from './context.ts'

/** Where the record of a reference has to be. */
export interface Target {
  table: string
  condition?: Sql
}

/** By the name of the field; by what stands beside it where that decides. */
export type References = Readonly<Record<string, Target | ((beside: Record<string, unknown>) => Target | undefined)>>

export interface NamedUnit {
  field: string
  sent: UnitInput
  /** The item it stands beside, of which it has to be. */
  itemId?: string
  /** Those it is the unit of. */
  quantities: { field: string; value: string }[]
}

/** What a body may name. */
export interface Nameable {
  references: References
  /** Throws the problem of the first unit that the account does not have, that is not the item's, or is too coarse. */
  refuseUnits: (ctx: WriteContext, units: readonly NamedUnit[]) => Promise<void>
}

interface Named extends Target {
  field: string
  id: string
}

const ofState = ['invalid_transition', 'conflict']

/** The refusal a caller is told: an unknown reference, another unit or too fine a quantity instead of the state. */
export async function refusalOf(
  error: unknown,
  ctx: WriteContext,
  { body, record, nameable }: { body: object | undefined; record: unknown; nameable: Nameable },
): Promise<unknown> {
  if (!(error instanceof Problem) || !ofState.includes(error.code) || !body) return error
  const rows = await unknownReferences(ctx, [...walkReferences(body, '', nameable.references)])
  if (rows.length > 0) return validationFailed(rows)
  try {
    await nameable.refuseUnits(ctx, [...walkUnits({ ...itemOfLine(record), ...body }, '')])
  } catch (told) {
    return told
  }
  return error
}

async function unknownReferences(ctx: WriteContext, named: Named[]): Promise<ProblemRow[]> {
  const unknown = new Set<Named>()
  const kinds = groupBy(named, ({ table, condition }) => `${table} ${condition?.sql}`)
  for (const [, ofKind] of kinds) {
    const { table, condition = sql`true` } = ofKind[0]!
    const found = await ctx.tx.many<{ id: string }>(sql`
      select id
        from ${raw(table)} r
       where book_id = ${ctx.account.book.id} and id = any (${ofKind.map(({ id }) => id)}::uuid[]) and ${condition}`)
    const ids = new Set(found.map(({ id }) => id))
    for (const each of ofKind) if (!ids.has(each.id)) unknown.add(each)
  }
  return named.filter(each => unknown.has(each)).map(({ field }) => invalidReference(field))
}

/** The body has passed its schema: what has the name of a reference is one, or null. */
function* walkReferences(value: object, prefix: string, references: References): Generator<Named> {
  for (const [name, member] of Object.entries(value)) {
    const field = `${prefix}${name}`
    const known = Object.hasOwn(references, name) ? references[name] : undefined
    const target = typeof known === 'function' ? known(value as Record<string, unknown>) : known
    if (target) yield* idsOf(member).map(({ id, at }) => ({ ...target, id, field: `${field}${at}` }))
    else if (Array.isArray(member)) yield* inEach(member, field, references)
    else if (member !== null && typeof member === 'object') yield* walkReferences(member, `${field}.`, references)
  }
}

function* inEach(members: unknown[], field: string, references: References): Generator<Named> {
  for (const [index, member] of members.entries()) {
    if (member !== null && typeof member === 'object') yield* walkReferences(member, `${field}[${index}].`, references)
  }
}

/** A change of a line names no item: its quantity is in the unit of the item the line has. */
function itemOfLine(record: unknown): { item_id?: string } {
  const { line } = (record ?? {}) as { line?: { item_id?: string | null } }
  return line?.item_id ? { item_id: line.item_id } : {}
}

const measured = ['quantity', 'counted_quantity', 'released_quantity']

/** Every quantity travels with its `unit`, in a line beside its item. */
function* walkUnits(value: object, prefix: string): Generator<NamedUnit> {
  const { unit, item_id: itemId, ...rest } = value as { unit?: UnitInput; item_id?: string } & Record<string, unknown>
  if (unit) {
    const sent = measured.filter(name => typeof rest[name] === 'string')
    const quantities = sent.map(name => ({ field: prefix + name, value: rest[name] as string }))
    yield { field: `${prefix}unit`, sent: unit, ...(itemId !== undefined && { itemId }), quantities }
  }
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(member)) continue
    for (const [index, each] of member.entries()) {
      if (each !== null && typeof each === 'object') yield* walkUnits(each, `${prefix}${name}[${index}].`)
    }
  }
}

function idsOf(member: unknown): { id: string; at: string }[] {
  if (typeof member === 'string') return [{ id: member, at: '' }]
  return Array.isArray(member) ? member.map((id: string, index) => ({ id, at: `[${index}]` })) : []
}
