/** How lists look to people: columns under headers, colours where somebody sees them. */
import type { Terminal } from './command.ts'

/** Columns as wide as their longest cell; nothing at the end of a line. */
export function tableLines(headers: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headers.map(header => header.toUpperCase()), ...rows]
  const widths = headers.map((_, column) => Math.max(...all.map(row => row[column]!.length)))
  return all.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('   ')
      .trimEnd(),
  )
}

const codes = { red: 31, green: 32, yellow: 33, dim: 2 } as const
export type Colour = keyof typeof codes
export type Paint = (text: string, colour: Colour) => string

/** https://no-color.org: any value but an empty one switches colours off. */
export const paintFor = ({ isShown, environment }: Pick<Terminal, 'isShown' | 'environment'>): Paint =>
  isShown && !environment.NO_COLOR ? (text, colour) => `\x1b[${codes[colour]}m${text}\x1b[0m` : text => text
