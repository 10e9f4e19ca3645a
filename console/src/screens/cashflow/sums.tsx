/** What the confirmed documents of the filter come to, as the service adds them up. */
import { useRecord } from '../../data/queries.ts'
import { Facts } from '../../kit/facts.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export interface Sum {
  currency: string
  income: string
  expense: string
  difference: string
  paid: string
  count: number
  running?: { id: string; difference: string }[]
}

const names = ['search', 'status', 'type', 'account_id', 'partner_id', 'date_from', 'date_to'] as const

/** What of the address the list and its sums are asked with. */
export const filterOf = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(names.flatMap(name => (params[name] ? [[name, params[name]]] : [])))

export function Sums() {
  const { sums: words } = useWords('cashflow')
  const { money } = useFormat()
  const { data, error } = useRecord<{ data: Sum[] }>('/reports/cashflow', filterOf(useParams()))
  const sums = data?.body.data
  return (
    <Region title={words.label}>
      <ProblemAlert error={error} />
      {sums?.length === 0 && <p className="quiet">{words.none}</p>}
      {sums?.map(({ currency, income, expense, difference, paid, count }) => (
        <div key={currency} className="stack-close" aria-live="polite">
          <Facts
            facts={[
              [words.income, money(income, currency)],
              [words.expense, money(expense, currency)],
              [words.difference, <strong key="difference">{money(difference, currency)}</strong>],
              [words.paid, money(paid, currency)],
            ]}
          />
          <p className="quiet small">{words.count(count)}</p>
        </div>
      ))}
    </Region>
  )
}
