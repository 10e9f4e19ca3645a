/** What a report tells, part by part. Every number is the book's. */
import type { CashDeskReport } from '@cellarbook/sdk'
import { isZero, negated } from '../../format/decimal.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Row = readonly [label: string, value: string, isStrong?: true]

/** How many there were stands with the name: beside the sum it would be read as a factor of it. */
const counted = (label: string, many: string): string => `${label} (${many})`

export function ReportParts({ report }: { report: CashDeskReport }) {
  const { report: words } = useWords('bar')
  return (
    <div className="report-parts">
      <Part title={words.cash} rows={useCashRows(report)} />
      <Part title={words.turnover} rows={useTurnoverRows(report)} />
      <Part title={words.payments} rows={usePaymentRows(report)} />
      <Rates report={report} />
      <Part title={words.cashiers} rows={useCashierRows(report)} />
    </div>
  )
}

function Part({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section className="report-part" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([label, value, isStrong]) => (
          <div key={label} data-strong={isStrong}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const signed = ['sales', 'refunds', 'packaging_returns', 'cash_in', 'cash_out', 'other'] as const
const closing = ['counted', 'difference', 'withdrawn', 'closing_float'] as const

function useCashRows({ cash, currency }: CashDeskReport): Row[] {
  const { report: words } = useWords('bar')
  const { money } = useFormat()
  const show = (amount: string) => money(amount, currency)
  return [
    [words.opening_float, show(cash.opening_float)],
    ...signed.filter(name => !isZero(cash[name])).map((name): Row => [words[name], show(cash[name])]),
    [words.expected, show(cash.expected), true],
    ...closing.flatMap((name): Row[] => {
      const amount = cash[name]
      if (amount === null) return []
      return name === 'difference' ? [[words[name], show(amount), true]] : [[words[name], show(amount)]]
    }),
  ]
}

function useTurnoverRows(report: CashDeskReport): Row[] {
  const { report: words } = useWords('bar')
  const { money, count } = useFormat()
  const show = (amount: string) => money(amount, report.currency)
  const { sales, first_number, last_number } = report
  const parts = (['incl_vat', 'deposit', 'returned', 'rounding'] as const).filter(name => !isZero(sales[name]))
  const labels = { incl_vat: words.incl, deposit: words.deposit, returned: words.returned, rounding: words.rounding }
  return [
    ...(first_number ? [[words.numbers, `${first_number} – ${last_number}`] as Row] : []),
    ...parts.map((name): Row => [labels[name], show(name === 'returned' ? negated(sales[name]) : sales[name])]),
    [counted(words.sales, count(sales.count)), show(sales.payable), true],
    ...(['refunds', 'cancelled', 'unsettled', 'offline'] as const)
      .filter(name => report[name].count > 0)
      .map((name): Row => [counted(words[name], count(report[name].count)), show(report[name].payable)]),
    ...(report.packaging_returns.count > 0
      ? [
          [
            counted(words.packaging_returns, report.packaging_returns.pieces),
            show(report.packaging_returns.refund),
          ] as Row,
        ]
      : []),
  ]
}

function usePaymentRows({ payments, currency }: CashDeskReport): Row[] {
  const { report: words } = useWords('bar')
  const { money, count } = useFormat()
  return payments.map(
    ({ method, count: many, amount }): Row => [counted(words.methods[method], count(many)), money(amount, currency)],
  )
}

function useCashierRows({ cashiers, currency }: CashDeskReport): Row[] {
  const { report: words } = useWords('bar')
  const { money, count } = useFormat()
  return cashiers.map(
    ({ cashier, count: many, payable }): Row => [
      counted(cashier ?? words.nobody, count(many)),
      money(payable, currency),
    ],
  )
}

function Rates({ report: { rates, currency } }: { report: CashDeskReport }) {
  const { report: words } = useWords('bar')
  const { money, percent } = useFormat()
  if (rates.length === 0) return null
  return (
    <section className="report-part" aria-label={words.vat}>
      <h3>{words.vat}</h3>
      <table aria-label={words.vat}>
        <thead>
          <tr>
            {[words.rate, words.excl, words.tax].map(label => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map(({ vat_rate_pct, excl_vat, vat }) => (
            <tr key={vat_rate_pct}>
              <td>{percent(vat_rate_pct)}</td>
              <td>{money(excl_vat, currency)}</td>
              <td>{money(vat, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
