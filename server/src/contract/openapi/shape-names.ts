/**
 * Gives the shapes of the contract their names. A `title` wins; a record is called after its `object`, a list after
 * its record, a body after its endpoint. A shape without a name is written where it stands.
 */

import { blockingRecord, stockShortage, transferBlocker, unitReference } from '../problems/define.ts'
import { type ProblemSpec, problemCatalogue, problemRowSchema } from '../problems.ts'
import { Decimal, ExternalRef, type TSchema } from '../schema.ts'
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
  UnitRef: unitReference,
  StockShortage: stockShortage,
  BlockingRecord: blockingRecord,
  TransferBlocker: transferBlocker,
  ProblemRow: problemRowSchema,
}

class Names {
  readonly byIdentity = new Map<string, NamedShape>()
  readonly taken = new Set<string>()

  give(name: string, schema: TSchema): NamedShape {
    const named = { name, shape: notNull(schema) }
    this.taken.add(name)
    this.byIdentity.set(identityOf(schema), named)
    return named
  }

  find = (schema: TSchema): NamedShape | undefined => this.byIdentity.get(identityOf(schema))

  firstFree(wanted: readonly string[]): string {
    const free = wanted.find(name => !this.taken.has(name))
    if (free === undefined) throw new Error(`${wanted.join(' and ')} name other shapes already: give this one a title`)
    return free
  }
}

export function nameShapes(endpoints: readonly DescribedEndpoint[]): ShapeNames {
  const names = new Names()
  nameTitled(names, endpoints)
  for (const [name, shape] of Object.entries(sharedShapes)) {
    if (!names.find(shape)) names.give(names.firstFree([name]), shape)
  }
  const records = nameRecords(names, endpoints)
  for (const endpoint of endpoints) nameAnswer(names, endpoint)
  const bodies = nameBodies(names, endpoints)
  return { of: names.find, ofBody: body => bodies.get(body), ofRecord: tag => records.get(tag) }
}

function nameTitled(names: Names, endpoints: readonly DescribedEndpoint[]): void {
  const problems: readonly ProblemSpec[] = Object.values(problemCatalogue)
  const roots = [...endpoints.flatMap(rootsOf), ...problems.flatMap(({ members }) => members ?? [])]
  for (const shape of roots.flatMap(allWithin)) {
    const { title } = readable(shape)
    if (title === undefined || names.find(shape)?.name === title) continue
    if (names.taken.has(title)) throw new Error(`two different shapes have the title ${title}`)
    names.give(title, shape)
  }
}

const rootsOf = ({ returns, body }: DescribedEndpoint): TSchema[] => [returns.schema, ...(body ? [body] : [])]

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

/** Names every form of every record, and gives back the form of each kind that lists show. */
function nameRecords(names: Names, endpoints: readonly DescribedEndpoint[]): Map<string, NamedShape> {
  const listed = new Map<string, NamedShape>()
  const sightings = endpoints
    .flatMap(sightingsIn)
    .sort((one, other) => places.indexOf(one.place) - places.indexOf(other.place))
  for (const sighting of sightings) {
    const named = names.find(sighting.shape) ?? names.give(names.firstFree(recordNames(sighting)), sighting.shape)
    const isFirstRow = sighting.place === 'row' && !sightings.some(each => isEarlierRow(each, sighting, sightings))
    if (isFirstRow || !listed.has(sighting.tag)) listed.set(sighting.tag, named)
  }
  return listed
}

const isEarlierRow = (each: Sighting, than: Sighting, all: readonly Sighting[]): boolean =>
  each.place === 'row' && each.tag === than.tag && all.indexOf(each) < all.indexOf(than)

const suffixes = { read: 'Detail', write: 'WriteResult', row: 'ListItem', nested: 'Part', action: 'ActionResult' }

const recordNames = ({ tag, place, endpointId }: Sighting): string[] => {
  const kind = pascalCase(tag)
  return [kind, kind + suffixes[place], `${operationName(endpointId)}${kind}`]
}

function nameAnswer(names: Names, { id, returns }: DescribedEndpoint): void {
  if (returns.status === 204 || names.find(returns.schema)) return
  const row = rowsOfList(returns.schema)
  const record = row && names.find(row)
  const wanted = [...(record ? [`${record.name}List`] : []), `${operationName(id)}Result`]
  names.give(names.firstFree(wanted), returns.schema)
}

function nameBodies(names: Names, endpoints: readonly DescribedEndpoint[]): Map<TSchema, NamedShape> {
  const bodies = new Map<TSchema, NamedShape>()
  for (const { id, body } of endpoints) {
    if (!body || bodies.has(body)) continue
    const titled = readable(body).title === undefined ? undefined : names.find(body)
    bodies.set(body, titled ?? bodyName(names, id, body))
  }
  return bodies
}

/** A body may also stand inside another one, as a line in its document; there it is found by its form. */
function bodyName(names: Names, endpointId: string, body: TSchema): NamedShape {
  const operation = operationName(endpointId)
  const name = names.firstFree([operation, `${operation}Body`])
  if (!names.find(body)) return names.give(name, body)
  names.taken.add(name)
  return { name, shape: body }
}
