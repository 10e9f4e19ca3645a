/** What the invoices of a list come to, as the service adds them up: a line for each currency. */
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../data/queries.ts'
import { Refusal } from '../data/refusal.ts'
import { isZero } from '../format/decimal.ts'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { type Filter, filterNames } from './list-filters.tsx'
import { type Params, useParams } from './search-params.ts'

interface Sum {
  currency: string
  count: number
  excl_vat: string
  vat: string
  incl_vat: string
  /** Issued invoices have them. */
  deposit?: string
  remaining: string
  draft_count: number
  cancelled_count: number
}

interface Sums {
  date_from: string | null
  date_to: string | null
  data: Sum[]
}

interface InvoiceSumsProps {
  /** The report beside the list. */
  path: '/reports/invoices' | '/reports/received_invoices'
  filters: readonly Filter[]
}

export function InvoiceSums({ path, filters }: InvoiceSumsProps) {
  const words = useWords('sums')
  const params = useParams()
  const names = ['search', ...filterNames(filters)]
  const asked: Params = Object.fromEntries(names.flatMap(name => (params[name] ? [[name, params[name]]] : [])))
  const { data, error } = useQuery({ ...recordQuery<Sums>(path, asked), placeholderData: shown => shown })
  if (error) return isTooLong(error, asked) ? <p className="quiet small">{words.tooLong}</p> : null
  const { data: sums = [], ...days }: Partial<Sums> = data?.body ?? {}
  return (
    <section className="list-sums" aria-label={words.label} aria-live="polite">
      {sums.map((sum, index) => (
        <Line key={sum.currency} sum={sum} days={index > 0 || (asked.date_from && asked.date_to) ? {} : days} />
      ))}
    </section>
  )
}

/** A list with its days the wrong way round is empty, and has nothing to add up. */
const isTooLong = (error: Error, { date_from = '', date_to = '9' }: Params): boolean =>
  error instanceof Refusal && error.problem.status === 422 && date_from <= date_to

/** The days are told once, where the filter does not say both; amounts where something has one. */
function Line({ sum, days }: { sum: Sum; days: Partial<Sums> }) {
  const words = useWords('sums')
  const { day, money } = useFormat()
  const { currency, count, draft_count: drafts, cancelled_count: cancelled } = sum
  const leftOut = [drafts > 0 && words.drafts(drafts), cancelled > 0 && words.cancelled(cancelled)].filter(Boolean)
  const said: [label: string, value: string][] = [
    ...(days.date_from && days.date_to ? [told(words.issued, words.days(day(days.date_from), day(days.date_to)))] : []),
    told(words.count, count === 0 ? `0 (${currency})` : String(count)),
    ...amountsOf(sum).map(name => told(words[name], money(sum[name] ?? '0', currency))),
    ...(leftOut.length > 0 ? [told(words.leftOut, leftOut.join(', '))] : []),
  ]
  return (
    <dl>
      {said.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type AmountName = 'excl_vat' | 'vat' | 'incl_vat' | 'deposit' | 'remaining'

const amountsOf = ({ count, deposit = '0' }: Sum): AmountName[] =>
  count === 0 ? [] : ['excl_vat', 'vat', 'incl_vat', ...(isZero(deposit) ? [] : ['deposit' as const]), 'remaining']

const told = (label: string, value: string): [string, string] => [label, value]
