/** Every invariant of the books, gathered for `cellarbook verify`. */
import { join, raw, sql } from '../db/sql.ts'
import { documentKinds } from '../kernel/numbering.ts'
import { type Invariant, writePathInvariants } from '../kernel/verify.ts'
import { coreInvariants } from './core/invariants.ts'
import { fileInvariants } from './files/invariants.ts'
import { financeInvariants } from './finance/invariants.ts'
import { financeSeals } from './finance/seals.ts'
import { salesInvariants } from './sales/invariants.ts'
import { creditInvariants } from './sales/invoices/invariants.ts'
import { salesSeals } from './sales/seals.ts'
import { stockInvariants } from './stock/invariants.ts'
import { stockSeals } from './stock/seals.ts'
import { webhookInvariants } from './webhooks/invariants.ts'

/** A kind of record with its table, its events and its own identifiers. */
interface Kind {
  object: string
  table: string
}

const recordInvariants = ({ object, table }: Kind): Invariant[] => [
  {
    id: `${table}.created_has_event`,
    meaning: `Every ${object} has its ${object}.created event, unless the log no longer reaches so far back.`,
    broken: sql`
      select r.book_id, r.id
        from ${raw(table)} r
        join books b on b.id = r.book_id
       where b.first_sequence = 1
         and not exists (select 1
                           from events e
                          where e.book_id = r.book_id and e.object_id = r.id and e.type = ${`${object}.created`})`,
  },
  {
    id: `${table}.changed_has_event`,
    meaning: `The last event of every ${object} carries the state it has now.`,
    broken: sql`
      select r.book_id, r.id, r.updated_at, e.created_at as last_event_at
        from ${raw(table)} r
        join lateral (
          select created_at
            from events
           where book_id = r.book_id and object_id = r.id
           order by sequence desc
           limit 1) e on true
       where e.created_at <> r.updated_at`,
  },
  {
    id: `${table}.events_have_record`,
    meaning: `Every ${object} an event speaks of exists.`,
    broken: sql`
      select e.book_id, e.sequence, e.object_id
        from events e
       where e.object = ${object}
         and not exists (select 1 from ${raw(table)} r where r.book_id = e.book_id and r.id = e.object_id)`,
  },
  {
    id: `${table}.reference_registered`,
    meaning: `The external_ref of every ${object} and the register of references agree.`,
    broken: sql`
      select coalesce(r.book_id, x.book_id) as book_id, coalesce(r.id, x.object_id) as id
        from (select * from ${raw(table)} where external_system is not null) r
        full join (select * from external_refs where object = ${object}) x
          on x.book_id = r.book_id and x.object_id = r.id and x.system = r.external_system and x.ref_id = r.external_id
       where r.id is null or x.object_id is null`,
  },
]

/** Dated by the book's clock. */
const datedTables = [
  'partners',
  'contacts',
  'items',
  'shops',
  'warehouses',
  'vat_rates',
  'categories',
  'number_series',
  'finance_accounts',
  'finance_defaults',
  'price_lists',
  'price_list_entries',
  'partner_prices',
  'discounts',
  'deposits',
  'stock_documents',
  'stock_lots',
  'stock_levels',
  'stock_reservations',
  'repacks',
  'inventory_counts',
  'orders',
  'invoices',
  'received_invoices',
  'cashflows',
]

const dated = join(
  datedTables.map(table => sql`select ${table} as kind, book_id, id, created_at, updated_at from ${raw(table)}`),
  ' union all ',
)

const bookInvariants: readonly Invariant[] = [
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
    id: 'records.dated_by_the_book',
    meaning: 'No record is dated after the last write of its book, or updated before it was created.',
    broken: sql`
      select r.kind, r.book_id, r.id
        from (${dated}) r
        join books b on b.id = r.book_id
       where r.updated_at > greatest(b.last_write_at, b.created_at) or r.updated_at < r.created_at`,
  },
  {
    id: 'items.codes_without_gap',
    meaning: 'The codes of items are as many as their series has given: none is skipped.',
    broken: sql`
      select i.book_id, count(i.code) as codes, c.given
        from items i
        left join (select book_id, sum(last_number) as given
                     from number_counters
                    where document_kind = 'item'
                    group by book_id) c on c.book_id = i.book_id
       group by i.book_id, c.given
      having count(i.code) <> coalesce(c.given, 0)`,
  },
  {
    id: 'items.filled_from_production_items',
    meaning: 'A packaged product is filled from a production item.',
    broken: sql`
      select i.book_id, i.id, i.base_item_id
        from items i
        join items b on b.book_id = i.book_id and b.id = i.base_item_id
       where b.item_type <> 'production_item'`,
  },
  {
    id: 'deposits.on_packaging',
    meaning: 'A deposit is bound to a packaging item.',
    broken: sql`
      select d.book_id, d.id
        from deposits d
        join items i on i.book_id = d.book_id and i.id = d.packaging_item_id
       where i.item_type <> 'packaging'`,
  },
  {
    id: 'books.have_defaults',
    meaning: 'Every book has one default shop, warehouse and VAT rate, and a number series for every kind.',
    broken: sql`
      select b.id as book_id
        from books b
       where not exists (select 1 from shops s where s.book_id = b.id and s.is_default)
          or not exists (select 1 from warehouses w where w.book_id = b.id and w.is_default)
          or not exists (select 1 from vat_rates v where v.book_id = b.id and v.is_default)
          or (select count(*) from number_series n where n.book_id = b.id) <> ${documentKinds.length}`,
  },
  {
    id: 'finance_defaults.usable',
    meaning: 'The default account of a payment method is active and kept in the same currency.',
    broken: sql`
      select d.book_id, d.id
        from finance_defaults d
        join finance_accounts a on a.book_id = d.book_id and a.id = d.account_id
       where not a.is_active or a.currency <> d.currency`,
  },
]

export const invariants: readonly Invariant[] = [
  ...writePathInvariants,
  ...recordInvariants({ object: 'partner', table: 'partners' }),
  ...recordInvariants({ object: 'item', table: 'items' }),
  ...bookInvariants,
  ...coreInvariants,
  ...stockInvariants,
  ...stockSeals,
  ...salesInvariants,
  ...salesSeals,
  ...creditInvariants,
  ...financeInvariants,
  ...financeSeals,
  ...fileInvariants,
  ...webhookInvariants,
]
