/** What always holds of packaging runs, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const runInvariants: readonly Invariant[] = [
  {
    id: 'packaging_runs.carry_their_cost',
    meaning: 'What a confirmed run made is worth the beer it released, its materials and its additional cost.',
    broken: sql`
      select r.book_id, r.id, o.value, o.parts, g.total_cost as received
        from packaging_runs r
        join stock_documents t on t.book_id = r.book_id and t.id = r.tank_release_id
        join stock_documents g on g.book_id = r.book_id and g.id = r.goods_receipt_id
        left join stock_documents p on p.book_id = r.book_id and p.id = r.packaging_issue_id
        join (select book_id, run_id, sum(value) as value, sum(filled_quantity) as filled,
                     sum(liquid_value + material_value + additional_value) as parts
                from packaging_run_outputs
               group by book_id, run_id) o on o.book_id = r.book_id and o.run_id = r.id
       where r.status = 'confirmed'
         and (o.value is distinct from t.total_cost + coalesce(p.total_cost, 0) + r.additional_cost
              or o.parts <> o.value or g.total_cost <> o.value or o.filled <> r.filled_quantity
              or r.liquid_value <> t.total_cost or r.material_value <> coalesce(p.total_cost, 0))`,
  },
  {
    id: 'packaging_runs.outputs_are_layers',
    meaning: 'Each output of a confirmed run is the line of its receipt that is called like it, at its value.',
    broken: sql`
      select o.book_id, o.id, o.value, l.value as received
        from packaging_run_outputs o
        join packaging_runs r on r.book_id = o.book_id and r.id = o.run_id
        left join stock_lines l on l.book_id = o.book_id and l.id = o.id and l.document_id = r.goods_receipt_id
       where case when r.status = 'confirmed'
               then l.value is distinct from o.value or l.item_id <> o.item_id or l.quantity <> o.quantity
               else o.value is not null end`,
  },
  {
    id: 'packaging_runs.documents_follow',
    meaning:
      'The documents of a run are in its state; a draft has none, and no document names a run that does not name it.',
    broken: sql`
      select r.book_id, r.id, r.status, d.id as document_id, d.status as document_status
        from packaging_runs r
        join stock_documents d on d.book_id = r.book_id and d.packaging_run_id = r.id
       where d.status <> r.status
          or d.id not in (coalesce(r.production_receipt_id, r.id), coalesce(r.tank_release_id, r.id),
                          coalesce(r.packaging_issue_id, r.id), coalesce(r.goods_receipt_id, r.id))
       union all
      select r.book_id, r.id, r.status, null, null
        from packaging_runs r
       where (r.status = 'confirmed' and (r.tank_release_id is null or r.goods_receipt_id is null))
          or (r.status = 'confirmed' and (r.source = 'batch') <> (r.production_receipt_id is not null))
          or (r.status = 'draft' and coalesce(r.production_receipt_id, r.tank_release_id, r.packaging_issue_id,
                                              r.goods_receipt_id) is not null)`,
  },
]
