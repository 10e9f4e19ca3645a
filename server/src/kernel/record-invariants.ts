/** What always holds of every kind of record, made from what its domain declares. */
import { eventTypeOf } from '../contract/events.ts'
import { join, raw, sql } from '../db/sql.ts'
import { auditInvariants } from './audit.ts'
import type { House, RecordFacts } from './domain.ts'
import { documentKinds } from './numbering.ts'
import { type Invariant, writePathInvariants } from './verify.ts'

const rowsOf = ({ table, condition }: RecordFacts) =>
  condition ? sql`(select r.* from ${raw(table)} r where ${raw(condition)})` : raw(table)

const createdHasEvent = (facts: RecordFacts): Invariant => ({
  id: `${facts.object}.created_has_event`,
  meaning: `Every ${facts.object} has its ${facts.object}.created event, unless the log no longer reaches so far back.`,
  broken: sql`
    select r.book_id, r.id
      from ${rowsOf(facts)} r
      join books b on b.id = r.book_id
     where b.first_sequence = 1
       and not exists (select 1
                         from events e
                        where e.book_id = r.book_id and e.object_id = r.id and e.type = ${`${facts.object}.created`})`,
})

const changedHasEvent = (facts: RecordFacts): Invariant => ({
  id: `${facts.object}.changed_has_event`,
  meaning: `The last event of every ${facts.object} carries the state it has now.`,
  broken: sql`
    select r.book_id, r.id, r.updated_at, e.created_at as last_event_at
      from ${rowsOf(facts)} r
      join lateral (
        select created_at
          from events
         where book_id = r.book_id and object_id = r.id
         order by sequence desc
         limit 1) e on true
     where e.created_at <> r.updated_at`,
})

const eventsHaveRecord = (facts: RecordFacts): Invariant => ({
  id: `${facts.object}.events_have_record`,
  meaning: `Every ${facts.object} an event speaks of exists.`,
  broken: sql`
    select e.book_id, e.sequence, e.object_id
      from events e
     where e.object = ${facts.object}
       and not exists (select 1 from ${rowsOf(facts)} r where r.book_id = e.book_id and r.id = e.object_id)`,
})

const referenceRegistered = (facts: RecordFacts): Invariant => ({
  id: `${facts.object}.reference_registered`,
  meaning: `The external_ref of every ${facts.object} and the register of references agree.`,
  broken: sql`
    select coalesce(r.book_id, x.book_id) as book_id, coalesce(r.id, x.object_id) as id
      from (select s.* from ${rowsOf(facts)} s where s.external_system is not null) r
      full join (select * from external_refs where object = ${facts.object}) x
        on x.book_id = r.book_id and x.object_id = r.id and x.system = r.external_system and x.ref_id = r.external_id
     where r.id is null or x.object_id is null`,
})

/** Only what the catalogue of events and the record itself make true: not every change of a document has an event. */
const invariantsOfRecord = (facts: RecordFacts): Invariant[] => [
  ...(eventTypeOf(facts.object, 'created') ? [createdHasEvent(facts), eventsHaveRecord(facts)] : []),
  ...(eventTypeOf(facts.object, 'updated') ? [changedHasEvent(facts)] : []),
  ...(facts.family ? [referenceRegistered(facts)] : []),
]

function datedByTheBook({ tables }: House): Invariant {
  const dated = Object.keys(tables)
    .filter(table => tables[table] === 'record')
    .map(table => sql`select ${table} as kind, book_id, id, created_at, updated_at from ${raw(table)}`)
  return {
    id: 'records.dated_by_the_book',
    meaning: 'No record is dated after the last write of its book, or updated before it was created.',
    broken: sql`
      select r.kind, r.book_id, r.id
        from (${join(dated, ' union all ')}) r
        join books b on b.id = r.book_id
       where r.updated_at > greatest(b.last_write_at, b.created_at) or r.updated_at < r.created_at`,
  }
}

const seriesOfEveryKind = (): Invariant => ({
  id: 'number_series.of_every_kind',
  meaning: 'Every book has a number series for every kind.',
  broken: sql`
    select b.id as book_id, k.kind
      from books b
      cross join unnest(${documentKinds}::text[]) as k (kind)
     where not exists (select 1 from number_series n where n.book_id = b.id and n.document_kind = k.kind)`,
})

/** Everything `cellarbook verify` asks. */
export const invariantsOf = (house: House): Invariant[] => [
  ...writePathInvariants,
  ...auditInvariants,
  ...house.records.flatMap(invariantsOfRecord),
  datedByTheBook(house),
  seriesOfEveryKind(),
  ...house.domains.flatMap(({ invariants = [] }) => invariants),
]
