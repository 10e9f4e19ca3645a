/** The report of a session in words: a slip with the same numbers. Pure. */
import { dayIn } from '../../../lib/days.ts'
import { decimal } from '../../../lib/decimal.ts'
import { type Instant, toMilliseconds } from '../../../lib/instants.ts'
import type { Slip, SlipPart } from '../../../printing/slip.ts'
import { dayText, type Language, moneyText, numberText, space } from '../../../printing/words.ts'
import type { Party } from '../../core/index.ts'
import type { CashDeskReport } from './schema.ts'
import { wordsOf } from './words.ts'

export interface ReportFacts {
  report: CashDeskReport
  supplier: Party
  timeZone: string
}

type Words = ReturnType<typeof wordsOf>

interface Writing {
  words: Words
  money(amount: string): string
  when(instant: Instant): string
}

export function reportSlip(facts: ReportFacts, language: Language): Slip {
  const { report, supplier, timeZone } = facts
  const words = wordsOf(language)
  const writing: Writing = {
    words,
    money: amount => moneyText(decimal(amount), language),
    when: instant => `${dayText(dayIn(timeZone, toMilliseconds(instant)), language)} ${timeIn(timeZone, instant)}`,
  }
  return {
    language,
    title: words.titles[report.kind],
    number: report.number,
    parts: [
      ...headOf(facts, writing),
      ...soldParts(report, writing),
      ...ratesParts(report, language, writing),
      ...paidParts(report, language, writing),
      ...cashParts(report, writing),
      ...(report.livemode ? [] : ['space' as const, center(words.sandbox)]),
    ],
    author: supplier.name,
    changedAt: report.as_of,
  }
}

const center = (text: string, rest: object = {}): SlipPart => ({ text, align: 'center', ...rest })
const headline = (text: string, value?: string): SlipPart => ({ text, ...(value && { value }), isBold: true })

const timeIn = (timeZone: string, instant: Instant): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(toMilliseconds(instant))

function headOf({ report, supplier }: ReportFacts, { words, when }: Writing): SlipPart[] {
  const place = [supplier.street, [supplier.zip, supplier.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const numbers = [supplier.ico && `${words.ico}: ${supplier.ico}`, supplier.dic && `${words.dic}: ${supplier.dic}`]
  return [
    center(supplier.name, { isBold: true, size: 10 }),
    ...[place, numbers.filter(Boolean).join(', ')].filter(line => line !== '').map(line => center(line)),
    'space',
    center(`${words.titles[report.kind]} ${report.number}`, { isBold: true, size: 10 }),
    ...(report.kind === 'X' ? [center(words.interim, { isBold: true })] : []),
    { text: words.desk, value: report.cash_desk.name },
    { text: words.opened, value: when(report.opened_at) },
    report.closed_at === null
      ? { text: words.asOf, value: when(report.as_of) }
      : { text: words.closed, value: when(report.closed_at) },
    ...(report.first_number === null
      ? []
      : [{ text: words.numbers, value: `${report.first_number} – ${report.last_number}` }]),
    'rule',
  ]
}

function soldParts(report: CashDeskReport, { words, money }: Writing): SlipPart[] {
  const totals = (label: string, { count, ...sums }: CashDeskReport['sales']): SlipPart[] => [
    headline(`${label} (${count})`, money(sums.payable)),
    { text: `${space}${words.exclVat}`, value: money(sums.excl_vat) },
    { text: `${space}${words.vat}`, value: money(sums.vat) },
    { text: `${space}${words.inclVat}`, value: money(sums.incl_vat) },
    { text: `${space}${words.deposit}`, value: money(sums.deposit) },
    { text: `${space}${words.returned}`, value: money(sums.returned) },
    { text: `${space}${words.rounding}`, value: money(sums.rounding) },
  ]
  const counted = (label: string, { count, payable }: { count: number; payable: string }): SlipPart[] =>
    count === 0 ? [] : [{ text: `${label} (${count})`, value: money(payable) }]
  return [
    ...totals(words.sales, report.sales),
    ...(report.refunds.count === 0 ? [] : totals(words.refunds, report.refunds)),
    ...counted(words.cancelled, report.cancelled),
    ...counted(words.unsettled, report.unsettled),
    ...counted(words.offline, report.offline),
    'rule',
  ]
}

function ratesParts({ rates }: CashDeskReport, language: Language, { words, money }: Writing): SlipPart[] {
  if (rates.length === 0) return []
  return [
    headline(words.rates),
    ...rates.flatMap(({ vat_rate_pct, excl_vat, vat, incl_vat }): SlipPart[] => [
      { text: `${space}${numberText(vat_rate_pct, language)}${space}%`, value: money(incl_vat) },
      {
        text: `${space.repeat(3)}${words.exclVat} ${money(excl_vat)}, ${words.vat} ${money(vat)}`,
      },
    ]),
    'rule',
  ]
}

function paidParts(report: CashDeskReport, language: Language, { words, money }: Writing): SlipPart[] {
  const { payments, cashiers, packaging_returns: returns } = report
  const pieces = `${numberText(returns.pieces, language)}${space}${words.pieces}`
  return [
    ...(payments.length === 0 ? [] : [headline(words.payments)]),
    ...payments.map(({ method, count, amount }) => ({
      text: `${space}${words.methods[method]} (${count})`,
      value: money(amount),
    })),
    ...(cashiers.length === 0 ? [] : [headline(words.cashiers)]),
    ...cashiers.map(({ cashier, count, payable }) => ({
      text: `${space}${cashier ?? words.nobody} (${count})`,
      value: money(payable),
    })),
    ...(returns.count === 0 ? [] : [{ text: `${words.packaging} (${pieces})`, value: money(returns.refund) }]),
    ...(payments.length + cashiers.length + returns.count === 0 ? [] : ['rule' as const]),
  ]
}

function cashParts({ cash, currency }: CashDeskReport, { words, money }: Writing): SlipPart[] {
  const row = (text: string, amount: string): SlipPart => ({ text: `${space}${text}`, value: money(amount) })
  const strong = (text: string, amount: string): SlipPart => ({ text, value: money(amount), isBold: true })
  return [
    headline(words.cash, currency),
    row(words.openingFloat, cash.opening_float),
    row(words.sales, cash.sales),
    row(words.refunds, cash.refunds),
    row(words.packaging, cash.packaging_returns),
    row(words.cashIn, cash.cash_in),
    row(words.cashOut, cash.cash_out),
    row(words.other, cash.other),
    strong(words.expected, cash.expected),
    ...(cash.counted === null
      ? []
      : [
          row(words.counted, cash.counted),
          strong(words.difference, cash.difference!),
          row(words.withdrawn, cash.withdrawn!),
          strong(words.closingFloat, cash.closing_float!),
        ]),
  ]
}
