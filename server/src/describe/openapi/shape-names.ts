/**
 * Gives the shapes of the contract their names. A `title` wins; a record is called after its `object`, a list after
 * its record, a body after its endpoint. A shape without a name is written where it stands.
 */

import { shownEffects } from '../../contract/dry-run.ts'
import { blockingRecord, stockShortage, transferBlocker } from '../../contract/problems/define.ts'
import { type ProblemSpec, problemCatalogue, problemRowSchema } from '../../contract/problems.ts'
import { Decimal, ExternalRef, type TSchema, UnitRef } from '../../contract/schema.ts'
import { atOnce, type Steps } from '../../lib/steps.ts'
import type { DescribedEndpoint } from './document.ts'
import { allWithin, identityOf, notNull, readable, recordTag, rowsOfList } from './json-schema.ts'
import { operationName, pascalCase } from './words.ts'

export interface NamedShape {
  readonly name: string
  readonly shape: TSchema
}

export interface ShapeNames {
  /** Undefined: the shape is written in place. */
  of(schema: TSchema): NamedShape | undefined
  /** Two bodies that happen to look alike keep their own names; one declared once for two endpoints has one. */
  ofBody(body: TSchema): NamedShape | undefined
  /** The record of a kind as lists and events show it. */
  ofRecord(tag: string): NamedShape | undefined
}

/** Shapes that many records and bodies share, by the names the contract uses for them. */
const sharedShapes: Readonly<Record<string, TSchema>> = {
  Decimal,
  ExternalRef,
  UnitRef,
  StockShortage: stockShortage,
  BlockingRecord: blockingRecord,
  TransferBlocker: transferBlocker,
  ProblemRow: problemRowSchema,
}

interface NameBook {
  find(schema: TSchema): NamedShape | undefined
  give(name: string, schema: TSchema): NamedShape
  /** The first of the names that no shape has yet. */
  firstFree(wanted: readonly string[]): string
}

function nameBook(): NameBook {
  const byName = new Map<string, NamedShape>()
  const byIdentity = new Map<string, NamedShape>()
  const identities = new WeakMap<TSchema, string>()
  // Kept, because a shape is looked up wherever it stands. CPU time, medians of 5 runs: 96 to 51 ms for the first
  // document of 15 endpoints, 192 to 143 ms for a later one of 150.
  const known = (schema: TSchema): string => {
    const identity = identities.get(schema) ?? identityOf(schema)
    identities.set(schema, identity)
    return identity
  }
  return {
    find: schema => byName.get(readable(schema).title ?? '') ?? byIdentity.get(known(schema)),
    give(name, schema) {
      const named = { name, shape: notNull(schema) }
      const identity = known(schema)
      byName.set(name, named)
      if (!byIdentity.has(identity)) byIdentity.set(identity, named)
      return named
    },
    firstFree(wanted) {
      const free = wanted.find(name => !byName.has(name))
      if (free === undefined) throw new Error(`${wanted.join(', ')}: taken by other shapes; give this one a title`)
      return free
    },
  }
}

export const nameShapes = (endpoints: readonly DescribedEndpoint[], ...more: (readonly DescribedEndpoint[])[]) =>
  atOnce(namingSteps(endpoints, ...more))

/** Each group of endpoints after the one before: the names of the first do not depend on the others. */
export function* namingSteps(...groups: (readonly DescribedEndpoint[])[]): Steps<ShapeNames> {
  const names = nameBook()
  const records = groups.flat().flatMap(sightingsIn)
  const bodies = new Map<TSchema, NamedShape>()
  for (const endpoints of groups) {
    yield* nameTitled(names, endpoints)
    for (const [name, shape] of Object.entries(sharedShapes)) {
      if (!names.find(shape)) names.give(names.firstFree([name]), shape)
    }
    yield* nameRecords(names, endpoints.flatMap(sightingsIn))
    for (const endpoint of endpoints) {
      nameAnswer(names, endpoint)
      yield
    }
    nameBodies(names, endpoints, bodies)
  }
  return { of: names.find, ofBody: body => bodies.get(body), ofRecord: tag => recordInLists(names, records, tag) }
}

function* nameTitled(names: NameBook, endpoints: readonly DescribedEndpoint[]): Steps<void> {
  const problems: readonly ProblemSpec[] = Object.values(problemCatalogue)
  const roots = [...endpoints.flatMap(rootsOf), ...problems.flatMap(({ members }) => members ?? [])]
  for (const root of roots) {
    for (const shape of allWithin(root)) nameTitle(names, shape)
    yield
  }
}

function nameTitle(names: NameBook, shape: TSchema): void {
  const { title } = readable(shape)
  if (title === undefined) return
  const named = names.find(shape)
  if (named?.name !== title) names.give(title, shape)
  else if (identityOf(named.shape) !== identityOf(shape)) throw new Error(`two different shapes are titled ${title}`)
}

const rootsOf = ({ returns, body, effects }: DescribedEndpoint): TSchema[] => [
  returns.schema,
  ...(body ? [body] : []),
  ...(effects ? [shownEffects(effects)] : []),
]

/** Where a record is seen; the earlier in this list, the better its claim to the plain name of its kind. */
const places = ['read', 'write', 'row', 'nested', 'action'] as const

interface Sighting {
  readonly tag: string
  readonly shape: TSchema
  readonly place: (typeof places)[number]
  readonly endpointId: string
}

function sightingsIn({ id, method, returns }: DescribedEndpoint): Sighting[] {
  const row = rowsOfList(returns.schema)
  const outer = row ?? returns.schema
  const isAction = id.split('.').includes('actions')
  const outerPlace = row ? 'row' : method === 'GET' ? 'read' : isAction ? 'action' : 'write'
  return allWithin(outer).flatMap(shape => {
    const tag = recordTag(shape)
    return tag === undefined ? [] : [{ tag, shape, place: shape === outer ? outerPlace : 'nested', endpointId: id }]
  })
}

function* nameRecords(names: NameBook, sightings: readonly Sighting[]): Steps<void> {
  const claims = sightings.toSorted((one, other) => places.indexOf(one.place) - places.indexOf(other.place))
  for (const claim of claims) {
    if (!names.find(claim.shape)) names.give(names.firstFree(recordNames(claim)), claim.shape)
    yield
  }
}

function recordInLists(names: NameBook, sightings: readonly Sighting[], tag: string): NamedShape | undefined {
  const ofKind = sightings.filter(sighting => sighting.tag === tag)
  const shown = ofKind.find(sighting => sighting.place === 'row') ?? ofKind[0]
  return shown && names.find(shown.shape)
}

const suffixes = { read: 'Detail', write: 'WriteResult', row: 'ListItem', nested: 'Part', action: 'ActionResult' }

const recordNames = ({ tag, place, endpointId }: Sighting): string[] => {
  const kind = pascalCase(tag)
  return [kind, kind + suffixes[place], `${operationName(endpointId)}${kind}`]
}

function nameAnswer(names: NameBook, { id, returns }: DescribedEndpoint): void {
  if (!readable(returns.schema).properties || names.find(returns.schema)) return
  const row = rowsOfList(returns.schema)
  const record = row && names.find(row)
  const lists = record ? [`${record.name.replace(/ListItem$/, '')}List`, `${record.name}List`] : []
  const wanted = [...lists, `${operationName(id)}Result`]
  names.give(names.firstFree(wanted), returns.schema)
}

function nameBodies(names: NameBook, endpoints: readonly DescribedEndpoint[], bodies: Map<TSchema, NamedShape>): void {
  for (const { id, body } of endpoints) {
    if (!body || bodies.has(body)) continue
    const operation = operationName(id)
    const titled = readable(body).title === undefined ? undefined : names.find(body)
    bodies.set(body, titled ?? names.give(names.firstFree([operation, `${operation}Body`]), body))
  }
}
