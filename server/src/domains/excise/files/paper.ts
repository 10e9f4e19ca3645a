/** An excise report in words. Pure. */
import { decimal } from '../../../lib/decimal.ts'
import { looksOf, withValues } from '../../../printing/looks.ts'
import type { Column, Fact, Paper, PartyBlock, Table, TitledTable } from '../../../printing/paper.ts'
import { dayText, type Language, moneyText, numberText, space } from '../../../printing/words.ts'
import type { CompanyRow } from '../../core/index.ts'
import { columns } from '../reports/rules.ts'
import type { ExciseReport } from '../reports/schema.ts'
import { periodText, wordsOf } from './words.ts'

export interface ReportPaperFacts {
  report: ExciseReport
  /** Of the month, whether or not a line shows it. */
  rate: string
  company: CompanyRow
  /** As a data URI. */
  logo: string | null
}

export function reportPaper(facts: ReportPaperFacts, language: Language): Paper {
  const { report, company, logo } = facts
  const words = wordsOf(language)
  return {
    language,
    ...looksOf({ supplier: { accentColor: company.accent_color }, logo }),
    title: words.title,
    number: report.number,
    subtitle: `${words.period} ${periodText(report.period)}`,
    mark: report.status === 'draft' ? words.draft : null,
    parties: [companyBlock(company, language)],
    facts: factsOf(facts, language),
    lead: null,
    lines: linesTable(report, language),
    remarks: [words.hectolitres],
    deposits: null,
    recapitulation: null,
    parts: inProduction(report, language),
    totals: [
      { label: words.taxTotal, value: crowns(report.totals.tax, language) },
      { label: words.payable, value: crowns(report.totals.tax_payable, language), isStrong: true },
    ],
    code: null,
    notes: report.notes ? [report.notes] : [],
    signatures: [words.signature],
    footer: report.livemode ? null : words.sandbox,
    author: company.name,
    changedAt: report.updated_at,
  }
}

const crowns = (amount: string, language: Language): string =>
  `${moneyText(decimal(amount), language)}${space}${language === 'cs' ? 'Kč' : 'CZK'}`

function companyBlock({ name, street, zip, city, ico, dic }: CompanyRow, language: Language): PartyBlock {
  const words = wordsOf(language)
  const place = [zip, city].filter(Boolean).join(' ')
  const lines = [street ?? '', place, ico ? `${words.ico}: ${ico}` : '', dic ? `${words.dic}: ${dic}` : '']
  return { label: words.company, name, lines: lines.filter(line => line !== '') }
}

function factsOf({ report, rate }: ReportPaperFacts, language: Language): Fact[][] {
  const words = wordsOf(language)
  const { category, open_documents } = report
  return [
    withValues([
      { label: words.dueDate, value: dayText(report.due_date, language), isStrong: true },
      { label: words.filedAt, value: report.filed_at && dayText(report.filed_at, language) },
      { label: words.openDocuments, value: open_documents > 0 ? String(open_documents) : null },
    ]),
    withValues([
      { label: words.category, value: category.name },
      { label: words.rate, value: crowns(rate, language) },
      { label: words.producedYtd, value: `${numberText(report.produced_ytd_hl, language)}${space}hl` },
    ]),
  ]
}

function linesTable({ lines, totals }: ExciseReport, language: Language): Table {
  const words = wordsOf(language)
  const right = (title: string, width: number): Column => ({ title, align: 'right', width })
  const titles = [words.opening, words.produced, words.received, words.released, words.losses, words.closing]
  const number = (text: string) => numberText(text, language)
  const amount = (text: string) => moneyText(decimal(text), language)
  return {
    columns: [{ title: words.plato, align: 'left' }, ...titles.map(title => right(title, 56)), right(words.tax, 64)],
    rows: lines.map(line => [line.plato, ...columns.map(column => number(line[column])), amount(line.tax)]),
    foot: [words.total, ...columns.map(column => number(totals[column])), amount(totals.tax)],
  }
}

function inProduction({ in_production: held }: ExciseReport, language: Language): TitledTable[] {
  if (held.length === 0) return []
  const words = wordsOf(language)
  const table: Table = {
    columns: [
      { title: words.plato, align: 'left' },
      { title: words.batches, align: 'right', width: 80 },
      { title: words.volume, align: 'right', width: 100 },
    ],
    rows: held.map(({ plato, batches, volume_hl }) => [plato, String(batches), numberText(volume_hl, language)]),
  }
  return [{ title: words.inProduction, table }]
}
