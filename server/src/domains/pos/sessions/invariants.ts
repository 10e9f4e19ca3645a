/** What always holds of cash desks and their sessions. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'
import { cashParts } from './cash-store.ts'

export const sessionInvariants: readonly Invariant[] = [
  {
    id: 'cash_desks.usable',
    meaning:
      'A desk in use has a shop, a warehouse and accounts in use, in its currency; its warehouse is no system one.',
    broken: sql`
      select d.book_id, d.id, d.code
        from cash_desks d
        join shops s on s.book_id = d.book_id and s.id = d.shop_id
        join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id
        join finance_accounts c on c.book_id = d.book_id and c.id = d.cash_account_id
        left join finance_accounts a on a.book_id = d.book_id and a.id = d.card_account_id
       where d.is_active
         and (not s.is_active or not w.is_active or w.type = 'system' or w.shop_id <> d.shop_id or not c.is_active
              or c.type <> 'cash' or c.currency <> d.currency or not a.is_active or a.type = 'cash'
              or a.currency <> d.currency)`,
  },
  {
    id: 'cash_desks.open_session',
    meaning: 'A desk shows the session that is open at it, and none otherwise.',
    broken: sql`
      select d.book_id, d.id, d.open_session_id, n.id as session_id
        from cash_desks d
        full join (select * from cash_desk_sessions where status = 'open') n
          on n.book_id = d.book_id and n.cash_desk_id = d.id
       where d.open_session_id is distinct from n.id`,
  },
  {
    id: 'cash_desk_sessions.apart',
    meaning: 'The sessions of a desk follow each other: none begins before the one before it ended.',
    broken: sql`
      select book_id, id, opened_at, ended_at
        from (select n.*, lag(coalesce(n.closed_at, 'infinity')) over (
                       partition by n.book_id, n.cash_desk_id order by n.opened_at, n.id) as ended_at
                from cash_desk_sessions n) followed
       where opened_at < ended_at or closed_at < opened_at`,
  },
  {
    id: 'cash_desk_sessions.numbers_without_gap',
    meaning: 'Sessions are numbered by their series without a gap.',
    broken: sql`
      select c.book_id, c.year, c.last_number, count(n.id) as numbered
        from number_counters c
        left join cash_desk_sessions n on n.book_id = c.book_id and extract(year from n.opened_on) = c.year
       where c.document_kind = 'cash_desk_session' and c.year > 0
       group by c.book_id, c.year, c.last_number
      having count(n.id) <> c.last_number`,
  },
  {
    id: 'cash_desk_sessions.expected',
    meaning:
      'What was expected in the drawer of a closed session is its float and all that moved cash while it was open.',
    broken: sql`
      select book_id, id, expected_cash, counted
        from (select n.book_id, n.id, n.expected_cash, n.opening_float + m.sales + m.refunds + m.packaging_returns
                     + m.cash_in + m.cash_out + m.other as counted
                from cash_desk_sessions n,
             lateral (select ${cashParts}) m
               where n.status = 'closed') closed
       where expected_cash <> counted`,
  },
  {
    id: 'cash_desk_sessions.posted',
    meaning:
      'A closed session posted its difference and what was withdrawn, an explained float its difference, each once; ' +
      'nothing else is.',
    broken: sql`
      select n.book_id, n.id, e.differences, e.withdrawals, e.floats
        from cash_desk_sessions n
        left join lateral (
          select coalesce(sum(amount) filter (where kind = 'difference'), 0) as differences,
                 -coalesce(sum(amount) filter (where kind = 'withdrawal'), 0) as withdrawals,
                 coalesce(sum(amount) filter (where kind = 'float'), 0) as floats,
                 count(*) filter (where kind = 'difference') as difference_count
            from cash_desk_entries
           where book_id = n.book_id and session_id = n.id) e on true
       where e.difference_count > 1
          or e.differences <> coalesce(n.counted_cash - n.expected_cash, 0)
          or e.withdrawals <> coalesce(n.withdrawn, 0)
          or e.floats <> case when n.float_explained then n.opening_float - n.expected_float else 0 end`,
  },
  {
    id: 'cash_desk_entries.in_ledger',
    meaning:
      'What a session moved stands in the ledger at its drawer, and mirrored at the other account of a transfer.',
    broken: sql`
      select e.book_id, e.id, e.kind, e.amount, p.amount as paid, q.amount as mirrored
        from cash_desk_entries e
        join cash_desk_sessions n on n.book_id = e.book_id and n.id = e.session_id
        left join cashflows c on c.book_id = e.book_id and c.id = e.cashflow_id and c.status = 'confirmed'
        left join payments p
          on p.book_id = c.book_id and p.id = c.payment_id and p.document_id = n.id and p.account_id = n.cash_account_id
        left join cashflows o on o.book_id = e.book_id and o.id = e.transfer_cashflow_id and o.status = 'confirmed'
        left join payments q on q.book_id = o.book_id and q.id = o.payment_id and q.document_id = n.id
       where p.amount is distinct from e.amount
          or (e.transfer_cashflow_id is not null and q.amount is distinct from -e.amount)`,
  },
  {
    id: 'cash_desk_sessions.reported',
    meaning: 'A closed session has its Z report, which agrees with it and with its sales; an open one has none.',
    broken: sql`
      select n.book_id, n.id, n.number
        from cash_desk_sessions n
        left join lateral (
          select coalesce(sum(s.total_payable) filter (where s.kind = 'sale'), 0) as sold,
                 coalesce(sum(s.total_payable) filter (where s.kind = 'refund'), 0) as refunded,
                 count(*) as documents
            from pos_sales s
           where s.book_id = n.book_id and s.session_id = n.id and s.status <> 'cancelled') t on true
       where (n.status = 'closed') <> (n.report is not null)
          or (n.report is not null
              and ((n.report ->> 'kind') <> 'Z'
                   or (n.report -> 'cash' ->> 'expected')::numeric <> n.expected_cash
                   or (n.report -> 'cash' ->> 'counted')::numeric <> n.counted_cash
                   or (n.report -> 'cash' ->> 'withdrawn')::numeric <> n.withdrawn
                   or (n.report -> 'sales' ->> 'payable')::numeric <> t.sold
                   or (n.report -> 'refunds' ->> 'payable')::numeric <> t.refunded
                   or (n.report -> 'sales' ->> 'count')::integer + (n.report -> 'refunds' ->> 'count')::integer
                      <> t.documents))`,
  },
]
