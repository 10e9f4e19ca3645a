/** A receipt in words: what stands on it from top to bottom, whatever it is printed on. Pure. */
import { dayIn } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import type { SlipPart } from '../../../printing/slip.ts'
import { dayText, type Language, moneyText, numberText, priceText } from '../../../printing/words.ts'
import type { SaleLineRow } from '../sales/store.ts'
import type { ReceiptFacts } from './facts.ts'
import { wordsOf } from './words.ts'

export const receiptParts = (facts: ReceiptFacts, language: Language): SlipPart[] => [
  ...headParts(facts, language),
  'rule',
  ...titleParts(facts, language),
  ...customerParts(facts, language),
  'rule',
  ...facts.lines.flatMap(line => lineParts(facts, line, language)),
  ...returnParts(facts, language),
  'rule',
  ...totalParts(facts, language),
  ...paymentParts(facts, language),
  'rule',
  ...vatParts(facts, language),
  ...footParts(facts, language),
]

const centered = (text: string, isBold = false): SlipPart => ({ text, align: 'center', isBold })

interface Numbered {
  ico: string | null
  dic: string | null
}

const numbersOf = ({ ico, dic }: Numbered, language: Language): string[] => {
  const words = wordsOf(language)
  const shown = [ico && `${words.ico}: ${ico}`, dic && `${words.dic}: ${dic}`].filter(Boolean)
  return shown.length === 0 ? [] : [shown.join('  ')]
}

const addressOf = ({ street, zip, city }: Record<'street' | 'zip' | 'city', string | null>): string[] =>
  [street, [zip, city].filter(Boolean).join(' ')].filter((text): text is string => Boolean(text))

function headParts({ supplier, shopName, sale, isLive }: ReceiptFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  const place = shopName === null ? sale.cash_desk_name : `${words.shop} ${shopName}, ${sale.cash_desk_name}`
  return [
    ...(isLive ? [] : [centered(words.sandbox, true)]),
    centered(supplier.name, true),
    ...[...addressOf(supplier), ...numbersOf(supplier, language), place].map(text => centered(text)),
  ]
}

/** The time of day where the account is. */
function timeText(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return format.format(toMilliseconds(instant))
}

function titleParts(facts: ReceiptFacts, language: Language): SlipPart[] {
  const { kind, sale, originalNumber, timeZone } = facts
  const words = wordsOf(language)
  const title = (sale.kind === 'refund' ? words.corrective : words.titles)[kind]
  const day = dayText(dayIn(timeZone, toMilliseconds(sale.sold_at)), language)
  return [
    ...(sale.status === 'cancelled' ? [centered(words.cancelled, true)] : []),
    { text: title, isBold: true },
    { text: sale.number, value: `${day} ${timeText(sale.sold_at, timeZone)}`, isBold: true },
    ...(originalNumber === null ? [] : [{ text: words.original, value: originalNumber }]),
    ...(sale.external_id === null ? [] : [{ text: words.reference, value: sale.external_id }]),
  ]
}

/** A tax document says who it is for; a simplified one names whoever is known. */
function customerParts({ kind, customer, sale }: ReceiptFacts, language: Language): SlipPart[] {
  if (!customer) return []
  const name = { text: `${wordsOf(language).customer}: ${sale.partner_name!}` }
  if (kind !== 'tax_document') return [name]
  return [name, ...[...addressOf(customer), ...numbersOf(customer, language)].map(text => ({ text }))]
}

function lineParts({ isVatPayer, sale }: ReceiptFacts, line: SaleLineRow, language: Language): SlipPart[] {
  const words = wordsOf(language)
  const amount = (text: string) => moneyText(decimal(text), language)
  const count = `${numberText(line.quantity, language)} ${line.unit_symbol} × ${priceText(line.unit_price, language)}`
  const rate = isVatPayer ? `  ${numberText(line.vat_rate_pct, language)} %` : ''
  const discount = line.discount_pct === null ? '' : `  −${numberText(line.discount_pct, language)} %`
  const each = decimal(line.deposit_pieces).eq(0) ? undefined : decimal(line.deposit_total).div(line.deposit_pieces)
  return [
    { text: line.item_name },
    { text: `${count}${discount}${rate}`, value: amount(line.incl_vat) },
    ...(line.notes && sale.kind === 'sale' ? [{ text: line.notes }] : []),
    ...(each
      ? [
          {
            text: `${words.deposit} ${numberText(line.deposit_pieces, language)} × ${moneyText(each, language)}`,
            value: amount(line.deposit_total),
          },
        ]
      : []),
  ]
}

const returnParts = ({ returns }: ReceiptFacts, language: Language): SlipPart[] =>
  returns.map(row => ({
    text: `${wordsOf(language).returned} ${row.deposit_name} ${numberText(row.pieces, language)} × ${moneyText(decimal(row.deposit_amount), language)}`,
    value: moneyText(decimal(row.total).times(-1), language),
  }))

function totalParts({ sale }: ReceiptFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  const hasRounding = !decimal(sale.total_rounding).eq(0)
  return [
    ...(hasRounding ? [{ text: words.rounding, value: moneyText(decimal(sale.total_rounding), language) }] : []),
    {
      text: sale.kind === 'refund' ? words.toReturn : words.total,
      value: `${moneyText(decimal(sale.total_payable), language)} ${sale.currency}`,
      isBold: true,
      size: 11,
    },
  ]
}

function paymentParts({ sale }: ReceiptFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  const sign = sale.kind === 'refund' ? -1 : 1
  return sale.payments.flatMap(({ method, amount, tendered }) => [
    { text: words.methods[method], value: moneyText(decimal(amount).times(sign), language) },
    ...(tendered === null
      ? []
      : [
          { text: words.tendered, value: moneyText(decimal(tendered), language) },
          { text: words.change, value: moneyText(decimal(tendered).minus(amount), language) },
        ]),
  ])
}

function vatParts({ isVatPayer, sale }: ReceiptFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  if (!isVatPayer) return [{ text: words.notPayer }]
  const amount = (text: string) => moneyText(decimal(text), language)
  return sale.vat_recap.map(row => ({
    text: `${words.vat} ${numberText(plain(decimal(row.vat_rate_pct)), language)} %: ${words.base} ${amount(row.excl_vat)}, ${words.vat} ${amount(row.vat)}`,
    value: amount(row.incl_vat),
  }))
}

function footParts({ sale }: ReceiptFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  return [
    ...(sale.cashier ? [{ text: `${words.cashier}: ${sale.cashier}` }] : []),
    ...(sale.notes ? ['space' as const, { text: sale.notes }] : []),
  ]
}
