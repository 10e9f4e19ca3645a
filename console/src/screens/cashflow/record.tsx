/** One cash-flow document. */
import type { Cashflow } from '@cellarbook/sdk'
import { isZero } from '../../format/decimal.ts'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Name } from '../../patterns/name.tsx'
import { registerPayments } from '../../patterns/payments.ts'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

registerPayments('cashflow')

export function CashflowRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  return (
    <RecordScreen<Cashflow>
      path={`/cashflows/${id}`}
      mainActions={['confirm', 'mark_paid', 'revert_payment']}
      overview={cashflow => <CashflowFacts cashflow={cashflow} />}
      sections={({ partner, source }) => [
        {
          key: 'related',
          label: words.related,
          content: (
            <Related
              records={[
                { object: 'partner', id: partner?.id ?? null, name: partner?.name ?? null },
                { object: source?.object ?? '', id: source?.id ?? null },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function CashflowFacts({ cashflow }: { cashflow: Cashflow }) {
  const { facts, types, methods, paid } = useWords('cashflow')
  const { kinds } = useWords('records')
  const { day, money } = useFormat()
  const { partner, source, currency } = cashflow
  const some = (amount: string) => !isZero(amount) && money(amount, currency)
  return (
    <div className="panel">
      <Facts
        facts={[
          [facts.type, types[cashflow.type]],
          [facts.amount, money(cashflow.amount, currency)],
          [facts.date, day(cashflow.date)],
          [facts.description, cashflow.description],
          [
            facts.partner,
            partner && (
              <Link key="partner" to={`/partners/${partner.id}`}>
                {partner.name}
              </Link>
            ),
          ],
          [facts.method, methods[cashflow.payment_method]],
          [facts.category, cashflow.category_id && <Name kind="category" id={cashflow.category_id} />],
          [facts.payment, paid[cashflow.payment_status]],
          [facts.paid, some(cashflow.paid_amount) || null],
          [facts.remaining, some(cashflow.amount_remaining) || null],
          [facts.paidAt, day(cashflow.paid_at)],
          [facts.source, source && ((kinds as Record<string, string>)[source.object] ?? source.object)],
        ]}
      />
    </div>
  )
}
