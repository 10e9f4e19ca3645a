/** What always holds of credit notes and variable symbols, in SQL. Credit notes of older versions gave no reason. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

/** Lines of invoices with what credit notes that count took of them, as positive amounts. */
const creditedLines = sql`
  select l.book_id, l.invoice_id, l.id, l.vat_rate_pct, l.quantity, l.excl_vat, l.vat, l.deposit_pieces, l.deposit_total,
         coalesce(-sum(n.quantity), 0) as taken_quantity, coalesce(-sum(n.excl_vat), 0) as taken_base,
         coalesce(-sum(n.deposit_pieces), 0) as taken_pieces, coalesce(-sum(n.deposit_total), 0) as taken_deposit
    from invoice_lines l
    join invoices o on o.book_id = l.book_id and o.id = l.invoice_id and o.document_type = 'invoice'
    left join (select s.*
                 from invoice_lines s
                 join invoices c on c.book_id = s.book_id and c.id = s.invoice_id and c.status <> 'cancelled') n
      on n.book_id = l.book_id and n.original_line_id = l.id
   group by l.book_id, l.id`

/** Invoices all of whose credit notes follow the rules of today. */
const creditedToday = sql`
  select book_id, original_id
    from invoices
   where original_id is not null and status <> 'cancelled'
   group by book_id, original_id
  having bool_and(reason is not null)`

export const creditInvariants: readonly Invariant[] = [
  {
    id: 'invoices.credits_within',
    meaning: 'Credit notes never exceed the invoice they correct.',
    broken: sql`
      select o.book_id, o.id, o.total_incl_vat, o.total_deposit, sum(c.total_incl_vat) as credited
        from invoices o
        join invoices c on c.book_id = o.book_id and c.original_id = o.id and c.status <> 'cancelled'
       group by o.book_id, o.id
      having o.total_incl_vat + sum(c.total_incl_vat) < 0 or o.total_deposit + sum(c.total_deposit) < 0`,
  },
  {
    id: 'invoices.credits_by_line',
    meaning: 'Of no line more is credited than was invoiced, and of one credited whole all its money.',
    broken: sql`
      select l.book_id, l.id, l.quantity, l.taken_quantity, l.excl_vat, l.taken_base, l.deposit_pieces, l.taken_pieces
        from (${creditedLines}) l
        join (${creditedToday}) t on t.book_id = l.book_id and t.original_id = l.invoice_id
       where l.taken_quantity > l.quantity or l.taken_base not between 0 and l.excl_vat
          or l.taken_pieces > l.deposit_pieces or l.taken_deposit not between 0 and l.deposit_total
          or (l.taken_quantity = l.quantity and l.taken_base <> l.excl_vat)
          or (l.taken_pieces = l.deposit_pieces and l.taken_deposit <> l.deposit_total)`,
  },
  {
    id: 'invoices.credits_by_rate',
    meaning: 'Of no rate more VAT is credited than was charged, and with the whole base the whole VAT.',
    broken: sql`
      select o.book_id, o.invoice_id, o.vat_rate_pct, o.base, n.base as taken_base, o.vat, n.vat as taken_vat
        from (select book_id, invoice_id, vat_rate_pct, sum(excl_vat) as base, sum(vat) as vat
                from invoice_lines
               group by book_id, invoice_id, vat_rate_pct) o
        join (${creditedToday}) t on t.book_id = o.book_id and t.original_id = o.invoice_id
        join (select c.book_id, c.original_id, l.vat_rate_pct, -sum(l.excl_vat) as base, -sum(l.vat) as vat
                from invoice_lines l
                join invoices c on c.book_id = l.book_id and c.id = l.invoice_id and c.status <> 'cancelled'
               group by c.book_id, c.original_id, l.vat_rate_pct) n
          on n.book_id = o.book_id and n.original_id = o.invoice_id and n.vat_rate_pct = o.vat_rate_pct
       where n.vat not between 0 and o.vat or (n.base = o.base and n.vat <> o.vat)`,
  },
  {
    id: 'invoices.credit_lines_mirror',
    meaning: 'A line of a credit note takes back a line of its invoice at the same terms, and nothing else.',
    broken: sql`
      select l.book_id, l.id, l.original_line_id
        from invoice_lines l
        join invoices c on c.book_id = l.book_id and c.id = l.invoice_id and c.reason is not null
        left join invoice_lines o on o.book_id = l.book_id and o.id = l.original_line_id and o.invoice_id = c.original_id
       where o.id is null or l.quantity > 0 or l.excl_vat > 0 or l.vat > 0 or l.deposit_pieces > 0 or l.deposit_total > 0
          or row (l.item_id, l.unit_price, l.vat_rate_pct, l.discount_pct, l.deposit_id)
             is distinct from row (o.item_id, o.unit_price, o.vat_rate_pct, o.discount_pct, o.deposit_id)`,
  },
  {
    id: 'invoices.credited_when_nothing_is_left',
    meaning: 'An invoice is credited exactly when nothing of its lines is left.',
    broken: sql`
      select o.book_id, o.id, o.is_credited
        from invoices o
        left join (${creditedToday}) t on t.book_id = o.book_id and t.original_id = o.id
        left join (select book_id, invoice_id,
                          bool_or(quantity > taken_quantity or deposit_pieces > taken_pieces) as has_left
                     from (${creditedLines}) c
                    group by book_id, invoice_id) l on l.book_id = o.book_id and l.invoice_id = o.id
       where o.document_type = 'invoice'
         and ((o.is_credited and l.has_left) or (t.original_id is not null and not o.is_credited and not l.has_left))`,
  },
  {
    id: 'invoices.credited_after_issue',
    meaning: 'A credit note is neither issued nor taxed before the invoice it corrects.',
    broken: sql`
      select c.book_id, c.id, c.issue_date, o.issue_date as of_invoice
        from invoices c
        join invoices o on o.book_id = c.book_id and o.id = c.original_id
       where c.reason is not null and (c.issue_date < o.issue_date or c.tax_point_date < o.tax_point_date)`,
  },
  {
    id: 'invoices.symbols_once_a_year',
    meaning: 'A variable symbol is given once a year and is never zero. Older documents keep what they have.',
    broken: sql`
      select i.book_id, i.id, i.variable_symbol, other.id as other_id
        from invoices i
        left join invoices other
          on other.book_id = i.book_id and other.id <> i.id and extract(year from other.issue_date) = i.symbol_year
         and ltrim(other.variable_symbol, '0') = ltrim(i.variable_symbol, '0')
       where i.symbol_year is not null and (other.id is not null or ltrim(i.variable_symbol, '0') = '')`,
  },
]
