/** What always holds of orders, invoices and payments, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'

export const salesInvariants: readonly Invariant[] = [
  {
    id: 'orders.lines_sum_to_totals',
    meaning: 'The totals of an order are the sums of its lines.',
    broken: sql`
      select o.book_id, o.id, o.total_incl_vat, sum(l.incl_vat) as lines
        from orders o
        left join order_lines l on l.book_id = o.book_id and l.order_id = o.id
       group by o.book_id, o.id
      having o.total_excl_vat <> coalesce(sum(l.excl_vat), 0) or o.total_vat <> coalesce(sum(l.vat), 0)
          or o.total_incl_vat <> coalesce(sum(l.incl_vat), 0) or o.total_deposit <> coalesce(sum(l.deposit_total), 0)`,
  },
  {
    id: 'orders.vat_by_rate',
    meaning: 'The VAT of an order is counted per rate on the sum of its lines.',
    broken: sql`
      select o.book_id, o.id, o.total_vat, sum(v.vat) as by_rate
        from orders o
        join (select book_id, order_id, vat_rate_pct, round(sum(excl_vat) * vat_rate_pct * 0.01, 2) as vat
                from order_lines
               group by book_id, order_id, vat_rate_pct) v on v.book_id = o.book_id and v.order_id = o.id
       group by o.book_id, o.id
      having o.total_vat <> sum(v.vat)`,
  },
  {
    id: 'orders.line_is_rounded_product',
    meaning: 'A line without VAT is quantity x price less discount, rounded once.',
    broken: sql`
      select book_id, id, excl_vat
        from order_lines
       where excl_vat <> round(quantity * unit_price * (100 - coalesce(discount_pct, 0)) * 0.01, 2)`,
  },
  {
    id: 'orders.rate_of_payer_or_none',
    meaning: 'A line of an order charges the rate of a payer of VAT, or none.',
    broken: sql`
      select book_id, id, vat_rate_pct, payer_vat_rate_pct
        from order_lines
       where vat_rate_pct not in (0, payer_vat_rate_pct)`,
  },
  {
    id: 'orders.invoice_belongs',
    meaning: 'An invoiced order names an invoice that counts and was made of it.',
    broken: sql`
      select o.book_id, o.id, o.invoice_id, i.status
        from orders o
        join invoices i on i.book_id = o.book_id and i.id = o.invoice_id
       where i.order_id <> o.id or i.status = 'cancelled'`,
  },
  {
    id: 'orders.holds_only_when_open',
    meaning: 'A draft or cancelled order holds no stock.',
    broken: sql`
      select r.book_id, r.order_id, o.status
        from stock_reservations r
        join orders o on o.book_id = r.book_id and o.id = r.order_id
       where o.status in ('draft', 'cancelled')`,
  },
  {
    id: 'invoices.lines_sum_to_totals',
    meaning: 'The totals of an invoice are the sums of its lines.',
    broken: sql`
      select i.book_id, i.id, i.total_incl_vat, sum(l.incl_vat) as lines
        from invoices i
        left join invoice_lines l on l.book_id = i.book_id and l.invoice_id = i.id
       group by i.book_id, i.id
      having i.total_excl_vat <> coalesce(sum(l.excl_vat), 0) or i.total_vat <> coalesce(sum(l.vat), 0)
          or i.total_incl_vat <> coalesce(sum(l.incl_vat), 0) or i.total_deposit <> coalesce(sum(l.deposit_total), 0)`,
  },
  {
    id: 'invoices.vat_by_rate',
    meaning: 'The VAT of an invoice is counted per rate on the sum of its lines; credit notes have rules of their own.',
    broken: sql`
      select i.book_id, i.id, i.total_vat, sum(v.vat) as by_rate
        from invoices i
        join (select book_id, invoice_id, vat_rate_pct, round(sum(excl_vat) * vat_rate_pct * 0.01, 2) as vat
                from invoice_lines
               group by book_id, invoice_id, vat_rate_pct) v on v.book_id = i.book_id and v.invoice_id = i.id
       where i.document_type = 'invoice'
       group by i.book_id, i.id
      having i.total_vat <> sum(v.vat)`,
  },
  {
    id: 'invoices.rate_of_payer_or_none',
    meaning: 'A line of an invoice charges the rate of a payer of VAT, or none.',
    broken: sql`
      select book_id, id, vat_rate_pct, payer_vat_rate_pct
        from invoice_lines
       where vat_rate_pct not in (0, payer_vat_rate_pct)`,
  },
  {
    id: 'invoices.numbers_without_gap',
    meaning: 'Invoices and credit notes are numbered by their series from 1 without a gap, in the order of issue.',
    broken: sql`
      select c.book_id, c.document_kind, c.year, c.last_number, count(i.id) as numbered
        from number_counters c
        left join invoices i
          on i.book_id = c.book_id and i.document_type = c.document_kind and i.number is not null
         and extract(year from i.issue_date) = c.year
       where c.document_kind in ('invoice', 'credit_note') and c.year > 0
       group by c.book_id, c.document_kind, c.year, c.last_number
      having count(i.id) <> c.last_number`,
  },
  {
    id: 'invoices.paid_is_the_sum',
    meaning:
      'An invoice is paid exactly when payments, alone or with credits, settle all it asks for; never more than that.',
    broken: sql`
      select i.book_id, i.id, i.status, i.total_incl_vat, i.total_deposit, i.amount_credited, coalesce(p.paid, 0) as paid
        from invoices i
        left join (select book_id, document_id, sum(amount + rounding) as paid
                     from payments
                    where object = 'invoice'
                    group by book_id, document_id) p on p.book_id = i.book_id and p.document_id = i.id
       cross join lateral (select i.total_incl_vat + i.total_deposit as asked, coalesce(p.paid, 0) as paid) m
       where (i.status = 'paid') <> (i.status in ('issued', 'paid') and m.paid <> 0
                                     and m.asked = m.paid + i.amount_credited)
          or (i.status in ('draft', 'cancelled') and (m.paid <> 0 or i.amount_credited <> 0))
          or abs(m.paid + i.amount_credited) > abs(m.asked)
          or m.paid * m.asked < 0 or i.amount_credited * m.asked < 0`,
  },
  {
    id: 'invoices.set_off_on_both_sides',
    meaning: 'What credit notes took off an invoice is what they are settled by.',
    broken: sql`
      select o.book_id, o.id, o.amount_credited, coalesce(sum(c.amount_credited), 0) as by_notes
        from invoices o
        left join invoices c on c.book_id = o.book_id and c.original_id = o.id
       where o.document_type = 'invoice'
       group by o.book_id, o.id
      having o.amount_credited + coalesce(sum(c.amount_credited), 0) <> 0`,
  },
  {
    id: 'invoices.nothing_open_on_both_sides',
    meaning: 'While something remains of an invoice, no issued credit note of it is open. Older ones gave no reason.',
    broken: sql`
      with open as (
        select i.book_id, i.id, i.original_id, i.status, i.reason,
               i.total_incl_vat + i.total_deposit - i.amount_credited - coalesce(sum(p.amount + p.rounding), 0) as remaining
          from invoices i
          left join payments p on p.book_id = i.book_id and p.document_id = i.id
         where i.status in ('issued', 'paid')
         group by i.book_id, i.id)
      select c.book_id, c.id, c.remaining, o.remaining as of_invoice
        from open c
        join open o on o.book_id = c.book_id and o.id = c.original_id
       where c.reason is not null and c.remaining < 0 and o.remaining > 0`,
  },
  {
    id: 'lines.exemption_only_at_zero',
    meaning: 'Only a line at 0 % says why no VAT is charged.',
    broken: sql`
      select book_id, id, vat_rate_pct, vat_exemption
        from order_lines
       where vat_exemption is not null and vat_rate_pct <> 0
       union all
      select book_id, id, vat_rate_pct, vat_exemption
        from invoice_lines
       where vat_exemption is not null and vat_rate_pct <> 0`,
  },
  {
    id: 'invoices.grouped_issues_left',
    meaning: 'A stock issue that an invoice has is confirmed, and no other invoice has it.',
    broken: sql`
      select d.book_id, d.id, d.status, count(distinct i.id) as invoices
        from invoice_lines l
        join invoices i
          on i.book_id = l.book_id and i.id = l.invoice_id and i.status <> 'cancelled' and i.document_type = 'invoice'
        join stock_documents d on d.book_id = l.book_id and d.id = l.source_stock_issue_id
       group by d.book_id, d.id, d.status
      having d.status <> 'confirmed' or count(distinct i.id) > 1`,
  },
  {
    id: 'payments.reversals_mirror',
    meaning: 'A reversal is the mirror of the payment it takes back.',
    broken: sql`
      select b.book_id, b.id
        from payments b
        join payments p on p.book_id = b.book_id and p.id = b.reverses_id
       where b.amount <> -p.amount or b.rounding <> -p.rounding or b.document_id <> p.document_id
          or b.account_id <> p.account_id or p.reverses_id is not null`,
  },
  {
    id: 'payments.have_document',
    meaning: 'Every payment belongs to a document of its currency, and to an account of its currency.',
    broken: sql`
      select p.book_id, p.id
        from payments p
        left join invoices i on i.book_id = p.book_id and i.id = p.document_id
        join finance_accounts a on a.book_id = p.book_id and a.id = p.account_id
       where p.object = 'invoice' and (i.id is null or i.currency <> p.currency or a.currency <> p.currency)`,
  },
]
