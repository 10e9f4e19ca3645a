/** What a document says of itself. */
import { useRights } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { StockDocument } from './family.ts'
import { usePurposeName } from './purposes.ts'

export function DocumentFacts({ document }: { document: StockDocument }) {
  const { head, facts } = useWords('documents')
  const { day, decimal } = useFormat()
  const purposeOf = usePurposeName()
  const isValued = useRights().has('finance:read')
  const { partner, totals, external_ref } = document
  return (
    <div className="panel">
      <Facts
        facts={[
          [head.movement_purpose, purposeOf(document.movement_purpose)],
          [head.warehouse_id, document.warehouse.name],
          [head.target_warehouse_id, document.target_warehouse?.name],
          [head.date, day(document.date)],
          [
            head.partner_id,
            partner && (
              <Link key="partner" to={`/partners/${partner.id}`}>
                {partner.name}
              </Link>
            ),
          ],
          [facts.additional, isValued && !isZero(totals.additional_cost) ? decimal(totals.additional_cost, 2) : null],
          [facts.total, isValued && !isZero(totals.total_cost) ? decimal(totals.total_cost, 2) : null],
          [facts.reference, external_ref && `${external_ref.system}: ${external_ref.id}`],
          [head.notes, document.notes],
        ]}
      />
    </div>
  )
}
