/** Every invariant of the books, gathered for `cellarbook verify`. */
import { sql } from '../db/sql.ts'
import { type Invariant, writePathInvariants } from '../kernel/verify.ts'

const partnerInvariants: readonly Invariant[] = [
  {
    id: 'partners.counted',
    meaning: 'The count of partners a book keeps for its plan limit is the count of its partners.',
    broken: sql`
      select b.id as book_id, b.partner_count, count(p.id) as partners
        from books b
        left join partners p on p.book_id = b.id
       group by b.id
      having b.partner_count <> count(p.id)`,
  },
  {
    id: 'partners.created_has_event',
    meaning: 'Every partner has its partner.created event, unless the log no longer reaches so far back.',
    broken: sql`
      select p.book_id, p.id
        from partners p
        join books b on b.id = p.book_id
       where b.first_sequence = 1
         and not exists (select 1
                           from events e
                          where e.book_id = p.book_id and e.object_id = p.id and e.type = 'partner.created')`,
  },
  {
    id: 'partners.changed_has_event',
    meaning: 'The last event of a partner carries the state it has now.',
    broken: sql`
      select p.book_id, p.id, p.updated_at, e.created_at as last_event_at
        from partners p
        join lateral (
          select created_at
            from events
           where book_id = p.book_id and object_id = p.id
           order by sequence desc
           limit 1) e on true
       where e.created_at <> p.updated_at`,
  },
  {
    id: 'partners.events_have_record',
    meaning: 'Every partner an event speaks of exists.',
    broken: sql`
      select e.book_id, e.sequence, e.object_id
        from events e
       where e.object = 'partner'
         and not exists (select 1 from partners p where p.book_id = e.book_id and p.id = e.object_id)`,
  },
  {
    id: 'partners.reference_registered',
    meaning: 'The external_ref of a partner and the register of references agree.',
    broken: sql`
      select coalesce(p.book_id, x.book_id) as book_id, coalesce(p.id, x.object_id) as partner_id
        from (select * from partners where external_system is not null) p
        full join (select * from external_refs where object = 'partner') x
          on x.book_id = p.book_id and x.object_id = p.id and x.system = p.external_system and x.ref_id = p.external_id
       where p.id is null or x.object_id is null`,
  },
  {
    id: 'records.not_after_last_write',
    meaning: 'No record is dated after the last write of its book, or updated before it was created.',
    broken: sql`
      select r.kind, r.book_id, r.id
        from (select 'partner' as kind, book_id, id, created_at, updated_at from partners
               union all
              select 'contact', book_id, id, created_at, updated_at from contacts) r
        join books b on b.id = r.book_id
       where r.updated_at > b.last_write_at or r.updated_at < r.created_at`,
  },
]

export const invariants: readonly Invariant[] = [...writePathInvariants, ...partnerInvariants]
