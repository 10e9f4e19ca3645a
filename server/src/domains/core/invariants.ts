/** What always holds of partners, items and the lists, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const coreInvariants: readonly Invariant[] = [
  {
    id: 'partners.known_by_country_and_number',
    meaning: "A partner's identity is that of its business id in its country, or in the account's where it has none.",
    broken: sql`
      select p.book_id, p.id, p.ico, p.ico_key
        from partners p
        join books b on b.id = p.book_id
        join tenants t on t.id = b.tenant_id
        left join countries c on c.id = p.country_id
       where p.ico_key is distinct from business_id_key(coalesce(c.code, t.country_code), p.ico)`,
  },
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
    id: 'vat_rates.have_a_default',
    meaning: 'Every book has a default VAT rate.',
    broken: sql`
      select b.id as book_id
        from books b
       where not exists (select 1 from vat_rates v where v.book_id = b.id and v.is_default)`,
  },
]
