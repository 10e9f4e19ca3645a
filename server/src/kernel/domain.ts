/** A domain as one value, and the house: all domains together, from which come the lists nobody keeps by hand. */
import { type DeclaredEvent, declareEvents, eventTypeOf } from '../contract/events.ts'
import { declareCollections } from '../contract/locations.ts'
import { searchTypes } from '../contract/search.ts'
import type { Workflow } from '../contract/workflow.ts'
import type { Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import type { Instant } from '../lib/instants.ts'
import type { Tenant } from './account.ts'
import type { Follower, WriteContext } from './context.ts'
import type { AnyDocument } from './document.ts'
import type { Endpoint } from './endpoint.ts'
import { declareFileCarriers } from './file-carriers.ts'
import type { Job } from './jobs.ts'
import type { Measure } from './measures.ts'
import { declareSeries, type Series } from './numbering.ts'
import type { SearchKind } from './search.ts'
import { inOrder, type Section } from './settings.ts'
import type { FilledSlot, Slot } from './slots.ts'
import type { Use, UseOf } from './uses.ts'
import type { Invariant } from './verify.ts'

/** A kind of record that has an address of its own. */
export interface RecordFacts {
  object: string
  /** Of the collection: `/orders`. */
  path: `/${string}`
  table: string
  /** Where several kinds share a table: which rows `r` are of this one. */
  condition?: string
  /** Whether files may be attached to it. */
  carriesFiles?: boolean
  /** Where the callers' own references to it stand. */
  family?: string
  /** The kinds of numbers it takes, each with the prefix a new book starts with. */
  series?: readonly Series[]
}

/** `record`: rows with an id, dated by the clock of the book. `part`: other rows. `kept`: stays when a book is emptied. */
export type TableRole = 'record' | 'part' | 'kept'

/** A book that has nothing of the domain yet. */
export interface NewBook {
  bookId: string
  now: Instant
  isLive: boolean
  tenant: Pick<Tenant, 'name' | 'countryCode' | 'modules'>
}

export interface Domain {
  name: string
  /** The domains it builds on: it imports what their `index.ts` exports, and nothing of others. */
  after: readonly string[]
  records?: readonly RecordFacts[]
  /** Kinds of numbers beside those of its records. */
  series?: readonly Series[]
  endpoints?: readonly Endpoint[]
  workflows?: readonly Workflow[]
  /** Documents that may have workflow steps. */
  documents?: readonly AnyDocument[]
  /** Events that are not in the catalogue. */
  events?: Readonly<Record<string, DeclaredEvent>>
  /** Its tables that belong to a book. */
  tables?: Readonly<Record<string, TableRole>>
  invariants?: readonly Invariant[]
  /** Its sections of the settings. */
  settings?: readonly Section[]
  /** Its records that GET /search finds. */
  searches?: readonly SearchKind[]
  /** What its tables use of records that others ask about. */
  uses?: readonly Use[]
  /** What domains below ask of it. */
  fills?: readonly FilledSlot[]
  /** How its open documents follow names of other records. */
  follower?: Follower
  /** The rows a book starts with, beside number series; older books get them when the domain is new. */
  newBook?: (tx: Tx, book: NewBook) => Promise<unknown>
  /** Makes the next version of a record that shows something another domain changed, by the kind of record. */
  touch?: Readonly<Record<string, (ctx: WriteContext, id: string) => void>>
  /** What has to go before its tables are emptied. */
  beforeReset?: (tx: Tx, bookId: string) => Promise<unknown>
  /** What it does beside the requests. */
  workers?: readonly Job[]
  /** What it tells of its state in figures. */
  measures?: readonly Measure[]
}

export const defineDomain = (domain: Domain): Domain => Object.freeze(domain)

/** What the write path keeps for every domain. */
const kernelTables: Readonly<Record<string, TableRole>> = {
  stored_answers: 'part',
  external_refs: 'part',
  document_seals: 'part',
  number_counters: 'part',
}

export interface House {
  domains: readonly Domain[]
  endpoints: readonly Endpoint[]
  workflows: readonly Workflow[]
  records: readonly RecordFacts[]
  tables: Readonly<Record<string, TableRole>>
  followers: readonly Follower[]
  /** Everything that runs beside the requests. */
  jobs: readonly Job[]
  /** Of all domains. */
  measures: readonly Measure[]
  /** In the order in which they are shown, planned and written. */
  settings: readonly Section[]
  /** In the order in which they are shown. */
  searches: readonly SearchKind[]
  /** Who uses a record: the outermost domain first, an order before the stock document made for it. */
  usesOf(question: UseOf): readonly Use[]
  /** What the domain above says; undefined in a house without it. */
  fillingOf<Filling>(slot: Slot<Filling>): Filling | undefined
  /** Of those that may have workflow steps. */
  documentOf(object: string): AnyDocument | undefined
}

let built: House | undefined

/** Called once, with every domain after those it builds on. */
export function defineHouse(domains: readonly Domain[], ownJobs: readonly Job[] = []): House {
  refuseDisorder(domains)
  refuseForeignUses(domains)
  const uses = domains.toReversed().flatMap(({ uses: own = [] }) => own)
  const fillings = fillingsOf(domains)
  const documents = new Map(domains.flatMap(({ documents: own = [] }) => own.map(each => [each.object, each] as const)))
  const records = domains.flatMap(({ records: own = [] }) => own)
  declareCollections(records)
  declareFileCarriers(records)
  declareEvents(Object.assign({}, ...domains.map(({ events = {} }) => events)))
  declareSeries([...domains, ...records].flatMap(({ series = [] }) => series))
  const workflows = domains.flatMap(({ workflows: own = [] }) => own)
  refuseUnknownEvents(workflows)
  built = {
    domains,
    endpoints: domains.flatMap(({ endpoints = [] }) => endpoints),
    workflows,
    records,
    tables: Object.assign({}, kernelTables, ...domains.map(({ tables = {} }) => tables)),
    followers: domains.flatMap(({ follower }) => follower ?? []),
    jobs: [...ownJobs, ...domains.flatMap(({ workers = [] }) => workers)],
    measures: domains.flatMap(({ measures = [] }) => measures),
    settings: inOrder(domains.flatMap(({ settings = [] }) => settings)),
    searches: inShownOrder(domains.flatMap(({ searches = [] }) => searches)),
    usesOf: question => uses.filter(({ of }) => of === question),
    documentOf: object => documents.get(object),
    fillingOf: <Filling>(slot: Slot<Filling>) => fillings.get(slot) as Filling | undefined,
  }
  return built
}

/** The house this process runs; whoever asks for it has loaded the list of domains. */
export function theHouse(): House {
  assert(built, 'the list of domains is loaded')
  return built
}

const inShownOrder = (kinds: readonly SearchKind[]): readonly SearchKind[] =>
  kinds.toSorted((one, other) => searchTypes.indexOf(one.type) - searchTypes.indexOf(other.type))

function fillingsOf(domains: readonly Domain[]): ReadonlyMap<Slot<unknown>, unknown> {
  const filled = domains.flatMap(({ fills = [] }) => fills)
  const fillings = new Map(filled.map(({ slot, filling }) => [slot, filling]))
  assert(fillings.size === filled.length, 'a slot is filled once')
  return fillings
}

/** A domain speaks for its own tables. */
function refuseForeignUses(domains: readonly Domain[]): void {
  for (const { name, tables = {}, uses = [] } of domains) {
    const foreign = uses.find(({ table }) => !(table in tables))
    assert(foreign === undefined, `${foreign?.table} is a table of ${name}`)
  }
}

/** Undefined where nobody has loaded the list of domains. */
export const loadedHouse = (): House | undefined => built
function refuseUnknownEvents(workflows: readonly Workflow[]): void {
  for (const { objects, actions } of workflows) {
    for (const { event } of Object.values(actions)) {
      const silent = event === undefined ? undefined : objects.find(object => !eventTypeOf(object, event))
      assert(silent === undefined, `the event ${silent}.${event} is declared`)
    }
  }
}

function refuseDisorder(domains: readonly Domain[]): void {
  const known = new Set<string>()
  for (const { name, after } of domains) {
    const missing = after.find(other => !known.has(other))
    assert(missing === undefined && !known.has(name), `${name} stands once in the list, after ${missing ?? 'others'}`)
    known.add(name)
  }
}

/** For a domain that changes what a record of another one shows, without knowing whose it is. */
export function touchRecord(ctx: WriteContext, object: string, id: string): void {
  for (const { touch } of theHouse().domains) touch?.[object]?.(ctx, id)
}
