/** Rows as CSV that a spreadsheet opens without running any of it. */
import type { Language } from './numbers.ts'

/** Text that a spreadsheet would take for a formula gets an apostrophe; numbers stay numbers. */
const safe = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text

const quoted = (text: string, separator: string): string =>
  ['"', '\n', '\r', separator].some(special => text.includes(special)) ? `"${text.replaceAll('"', '""')}"` : text

export interface CsvColumn {
  label: string
  isNumber?: boolean | undefined
}

/** A Czech spreadsheet parts its columns by semicolons, for a comma stands in its numbers. */
export function toCsv(columns: readonly CsvColumn[], rows: readonly (readonly string[])[], language: Language): string {
  const isCzech = language === 'cs'
  const local = (cell: string, index: number) =>
    isCzech && columns[index]!.isNumber && /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell
  const separator = isCzech ? ';' : ','
  const line = (cells: readonly string[]) => cells.map(cell => quoted(safe(cell), separator)).join(separator)
  const lines = [columns.map(({ label }) => label), ...rows.map(row => row.map(local))]
  return `\ufeff${lines.map(line).join('\r\n')}\r\n`
}
