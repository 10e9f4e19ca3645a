/** What is known of a sale beside its lines. */
import type { PosSale } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function SaleFacts({ sale }: { sale: PosSale }) {
  const { sales, report } = useWords('bar')
  const { yes } = useWords('frame')
  const { facts } = sales
  const { exactInstant, money } = useFormat()
  const show = (amount: string) => money(amount, sale.currency)
  const [cash] = sale.payments.filter(({ tendered }) => tendered !== null)
  return (
    <div className="panel">
      <Facts
        facts={[
          [sales.columns.kind, sales.kinds[sale.kind]],
          [facts.sold, exactInstant(sale.sold_at)],
          [facts.desk, sale.cash_desk.name],
          [facts.cashier, sale.cashier],
          [
            facts.partner,
            sale.partner && (
              <Link key="partner" to={`/partners/${sale.partner.id}`}>
                {sale.partner.name}
              </Link>
            ),
          ],
          [
            facts.paid,
            sale.payments.map(({ method, amount }) => `${report.methods[method]} ${show(amount)}`).join(', '),
          ],
          [facts.tendered, cash?.tendered && show(cash.tendered)],
          [facts.change, cash?.change && show(cash.change)],
          [facts.refunded, !isZero(sale.refunded_amount) && show(sale.refunded_amount)],
          [facts.offline, sale.offline && yes],
          [facts.reference, sale.external_ref && `${sale.external_ref.system}: ${sale.external_ref.id}`],
          [facts.notes, sale.notes],
        ].map(([label, value]) => [label as string, value === false ? null : value] as const)}
      />
    </div>
  )
}
