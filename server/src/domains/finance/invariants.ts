/** What always holds of received invoices and cash-flow documents, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const financeInvariants: readonly Invariant[] = [
  {
    id: 'received_invoices.lines_sum_to_totals',
    meaning: 'The base of a received invoice is the sum of its lines; its VAT is counted per rate, or as given.',
    broken: sql`
      select i.book_id, i.id, i.total_excl_vat, i.total_vat, sum(v.base) as base, sum(v.vat) as vat
        from received_invoices i
        left join (select book_id, received_invoice_id, vat_rate_pct, sum(amount) as base,
                          round(sum(amount) * vat_rate_pct * 0.01, 2) as vat
                     from received_invoice_lines
                    group by book_id, received_invoice_id, vat_rate_pct) v
          on v.book_id = i.book_id and v.received_invoice_id = i.id
       group by i.book_id, i.id
      having i.total_excl_vat <> coalesce(sum(v.base), 0)
          or i.total_vat <> coalesce(i.given_vat, sum(v.vat), 0)`,
  },
  {
    id: 'received_invoices.given_vat_makes_the_sum',
    meaning: "The VAT of a received invoice is the supplier's for the rates he gave, and ours for the others.",
    broken: sql`
      select i.book_id, i.id, i.total_vat, i.given_vat, i.given_vat_rates
        from received_invoices i
       where i.given_vat_rates is not null
         and (i.given_vat is null
              or i.total_vat <> (
                select coalesce(sum(coalesce(g.vat, v.vat)), 0)
                  from (select vat_rate_pct, round(sum(amount) * vat_rate_pct * 0.01, 2) as vat
                          from received_invoice_lines l
                         where l.book_id = i.book_id and l.received_invoice_id = i.id
                         group by vat_rate_pct) v
                  full join jsonb_to_recordset(i.given_vat_rates) as g (rate_pct numeric, vat numeric)
                    on g.rate_pct = v.vat_rate_pct))`,
  },
  {
    id: 'received_invoices.paid_is_the_sum',
    meaning: 'A received invoice is paid exactly when its payments settle it.',
    broken: sql`
      select i.book_id, i.id, i.status, i.total_incl_vat, coalesce(p.paid, 0) as paid
        from received_invoices i
        left join (select book_id, document_id, -sum(amount + rounding) as paid
                     from payments
                    where object = 'received_invoice'
                    group by book_id, document_id) p on p.book_id = i.book_id and p.document_id = i.id
       where (i.status = 'paid' and coalesce(p.paid, 0) <> i.total_incl_vat)
          or (i.status = 'confirmed' and i.exported_at is null and i.total_incl_vat <> 0
              and coalesce(p.paid, 0) = i.total_incl_vat)
          or (i.status in ('draft', 'cancelled') and coalesce(p.paid, 0) <> 0)
          or coalesce(p.paid, 0) not between least(i.total_incl_vat, 0) and greatest(i.total_incl_vat, 0)`,
  },
  {
    id: 'received_invoices.foreign_have_rates',
    meaning: 'A confirmed invoice in a foreign currency has an exchange rate.',
    broken: sql`
      select book_id, id, status, currency
        from received_invoices
       where status in ('confirmed', 'paid') and exported_at is null and currency <> 'CZK' and exchange_rate is null`,
  },
  {
    id: 'received_invoices.numbers_without_gap',
    meaning: 'Received invoices are numbered by their series without a gap.',
    broken: sql`
      select c.book_id, c.year, c.last_number, count(i.id) as numbered
        from number_counters c
        left join received_invoices i
          on i.book_id = c.book_id and i.number is not null and extract(year from i.received_date) = c.year
       where c.document_kind = 'received_invoice' and c.year > 0
       group by c.book_id, c.year, c.last_number
      having count(i.id) <> c.last_number`,
  },
  {
    id: 'cashflows.record_payments',
    meaning:
      'The cash-flow document of an invoice payment has its amount, is income when the money came in, and stands ' +
      'exactly while the payment does.',
    broken: sql`
      select c.book_id, c.id, c.status, c.amount, p.amount as payment
        from cashflows c
        left join payments p on p.book_id = c.book_id and p.id = c.payment_id
        left join payments b on b.book_id = c.book_id and b.reverses_id = c.payment_id
       where c.payment_id is not null
         and (p.id is null or abs(p.amount) <> c.amount or p.document_id <> c.source_id
              or (c.type = 'income') <> (p.amount > 0)
              or (c.status = 'confirmed') <> (b.id is null))`,
  },
  {
    id: 'cashflows.paid_within',
    meaning: 'A cash-flow document is never paid more than its amount, and a cancelled or draft one not at all.',
    broken: sql`
      select c.book_id, c.id, c.status, c.amount, coalesce(p.paid, 0) as paid
        from cashflows c
        left join (select book_id, document_id, sum(amount + rounding) as paid
                     from payments
                    where object = 'cashflow'
                    group by book_id, document_id) p on p.book_id = c.book_id and p.document_id = c.id
       where abs(coalesce(p.paid, 0)) > c.amount
          or (c.type = 'income' and coalesce(p.paid, 0) < 0) or (c.type = 'expense' and coalesce(p.paid, 0) > 0)
          or (c.status <> 'confirmed' and coalesce(p.paid, 0) <> 0)`,
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
