/** What always holds of excise, in SQL. Each statement must return no row. */
import { sql } from '../../db/sql.ts'
import type { Invariant } from '../../kernel/verify.ts'
import { movedOf, stockBefore } from './movements/movements-store.ts'

const firstDay = sql`(r.period || '-01')::date`
const nextMonth = sql`(${firstDay} + interval '1 month')::date`
const month = { bookId: sql`r.book_id`, from: firstDay, to: sql`${nextMonth} - 1` }

export const exciseInvariants: readonly Invariant[] = [
  {
    id: 'excise_reports.filed_as_moved',
    meaning: 'The lines of a filed report are what a fresh calculation gives.',
    broken: sql`
      select r.book_id, r.id, r.period, d.*
        from excise_reports r
       cross join lateral (
         select plato, sum(opening_hl) as opening_hl, sum(produced_hl) as produced_hl, sum(received_hl) as received_hl,
                sum(released_hl) as released_hl, sum(losses_hl) as losses_hl
           from (select plato, opening_hl, produced_hl, received_hl, released_hl, losses_hl
                   from excise_report_lines
                  where book_id = r.book_id and report_id = r.id
                  union all
                 select plato, -hl, 0, 0, 0, 0
                   from ${stockBefore(sql`r.book_id`, firstDay)} before
                  union all
                 select plato, 0, -produced_hl, -received_hl, -released_hl, -losses_hl
                   from ${movedOf(month, 'plato')} moved) both_ways
          group by plato) d
       where r.status = 'filed'
         and (d.opening_hl, d.produced_hl, d.received_hl, d.released_hl, d.losses_hl) <> (0, 0, 0, 0, 0)`,
  },
  {
    id: 'excise_reports.lines_add_up',
    meaning: 'A report is the sum of its lines, each taxed to the haléř.',
    broken: sql`
      select r.book_id, r.id, r.tax, l.tax as of_lines
        from excise_reports r
        left join lateral (
          select coalesce(sum(tax), 0) as tax, coalesce(sum(opening_hl), 0) as opening_hl,
                 coalesce(sum(closing_hl), 0) as closing_hl, coalesce(sum(released_hl), 0) as released_hl,
                 coalesce(bool_or(tax <> round(released_hl * plato * rate, 2)), false) as is_wrong
            from excise_report_lines
           where book_id = r.book_id and report_id = r.id) l on true
       where l.is_wrong or r.tax <> l.tax or r.opening_hl <> l.opening_hl or r.closing_hl <> l.closing_hl
          or r.released_hl <> l.released_hl`,
  },
  {
    id: 'excise_reports.close_as_the_next_opens',
    meaning: 'What a filed month closes with, the next filed one opens with.',
    broken: sql`
      select r.book_id, r.period, d.*
        from excise_reports r
        join excise_reports n on n.book_id = r.book_id and n.period = to_char(${nextMonth}, 'YYYY-MM')
       cross join lateral (
         select plato, sum(case when report_id = r.id then closing_hl else -opening_hl end) as difference
           from excise_report_lines
          where book_id = r.book_id and report_id in (r.id, n.id)
          group by plato) d
       where r.status = 'filed' and n.status = 'filed' and d.difference <> 0`,
  },
  {
    id: 'excise_reports.filed_months_are_locked',
    meaning: 'The month of a filed report is a filed month.',
    broken: sql`
      select r.book_id, r.id, r.period
        from excise_reports r
        left join filed_excise_periods p on p.book_id = r.book_id and p.period = r.period and p.is_filed
       where r.status = 'filed' and p.id is null`,
  },
]
