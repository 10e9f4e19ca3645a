/** A bridge to accounting: the documents of a month with exact sums, their files, and what was taken over is locked. */
import { add, type Cellarbook, isProblem, multiply, round } from '@cellarbook/sdk'

export interface Entry {
  number: string
  partner: string
  day: string
  /** In crowns, signed: what was bought is negative. */
  amount: string
}

export interface MonthExport {
  entries: Entry[]
  total: string
  /** ISDOC by the number of its invoice. */
  files: Map<string, Uint8Array>
}

/** `month` is `2026-11`. Safe to run again: an invoice that was exported before stays so. */
export async function exportMonth(cellarbook: Cellarbook, month: string): Promise<MonthExport> {
  const days = { date_from: `${month}-01`, date_to: lastDayOf(month), limit: 200 }
  const files = new Map<string, Uint8Array>()
  const entries: Entry[] = []
  for await (const invoice of cellarbook.invoices.list(days)) {
    const { id, number, status, partner, issue_date: day } = invoice
    if (number === null || status === 'cancelled') continue
    entries.push({ number, partner: partner.name, day, amount: inCrowns(invoice) })
    files.set(number, await cellarbook.invoices.isdoc(id).bytes())
  }
  for await (const invoice of cellarbook.receivedInvoices.list(days)) {
    const { id, number, status, partner, issue_date: day } = invoice
    if (number === null || status === 'cancelled') continue
    await takeOver(cellarbook, id)
    entries.push({ number, partner: partner.name, day, amount: multiply('-1', inCrowns(invoice)) })
  }
  return { entries, files, total: entries.reduce((sum, { amount }) => add(sum, amount), '0.00') }
}

interface Amounts {
  totals: { incl_vat: string }
  exchange_rate: string | null
}

const inCrowns = ({ totals, exchange_rate }: Amounts): string =>
  round(multiply(totals.incl_vat, exchange_rate ?? '1'), 2)

/** Locks it: from now on accounting has it. Somebody else may have done so already. */
async function takeOver(cellarbook: Cellarbook, id: string): Promise<void> {
  try {
    await cellarbook.receivedInvoices.export(id)
  } catch (error) {
    if (!isProblem(error, 'invalid_transition')) throw error
  }
}

const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export const toCsv = ({ entries }: MonthExport): string =>
  [['number', 'partner', 'day', 'amount'], ...entries.map(entry => Object.values(entry))]
    .map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')
