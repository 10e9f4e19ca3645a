/** What customers owe by how late it is: one bar, each part of which leads to its invoices. */
import { addDays } from '../../format/days.ts'
import { isZero } from '../../format/decimal.ts'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

interface Total {
  key: string
  currency: string | null
  value: string
  count: number | null
}

/** How many days late the first and the last invoice of each part are. */
const ages = {
  not_due: { most: 0 },
  late_30: { least: 1, most: 30 },
  late_60: { least: 31, most: 60 },
  late_90: { least: 61, most: 90 },
  late_over_90: { least: 91 },
} as const

type Age = keyof typeof ages

/** The list that shows exactly these: due on the first day or later, and before the day after the last. */
function filterOf(key: Age, today: string): string {
  const age: { least?: number; most?: number } = ages[key]
  const from = age.most === undefined ? {} : { due_from: addDays(today, -age.most) }
  const before = age.least === undefined ? {} : { due_before: addDays(today, 1 - age.least) }
  return new URLSearchParams({ status: 'issued', document_type: 'invoice', ...from, ...before }).toString()
}

export function Ageing({ totals, today }: { totals: readonly Total[]; today: string }) {
  const currencies = [...new Set(totals.map(({ currency }) => currency))]
  return currencies.map(currency => (
    <Parts
      key={currency}
      totals={totals.filter(total => total.currency === currency && total.key in ages)}
      today={today}
    />
  ))
}

function Parts({ totals, today }: { totals: readonly Total[]; today: string }) {
  const { ageing: words } = useWords('dashboard')
  const { money, count } = useFormat()
  const shown = totals.filter(({ value }) => !isZero(value))
  if (shown.length === 0) return null
  return (
    <div className="stack-close">
      <div className="ageing" aria-hidden="true">
        {shown.map(({ key, value }) => (
          // A number for pixels only.
          <span key={key} data-age={key} style={{ flexGrow: Math.max(0, Number(value)) }} />
        ))}
      </div>
      <ul className="ageing-parts" aria-label={words.label}>
        {shown.map(({ key, value, currency, count: invoices }) => (
          <li key={key} data-age={key}>
            <Link to={`/invoices?${filterOf(key as Age, today)}`}>{words.ages[key as Age]}</Link>
            <span>{money(value, currency!)}</span>
            <span className="quiet small">{words.invoices(invoices ?? 0, count(invoices ?? 0))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
