/** The figures of a month and what is to be paid for them. Pure and exact. */
import { type Decimal, decimal, money, plain, round, sum, zero } from '../../../lib/decimal.ts'

/** The columns of a report, as they add up: closing = opening + produced + received − released − losses. */
export const columns = ['opening_hl', 'produced_hl', 'received_hl', 'released_hl', 'losses_hl', 'closing_hl'] as const
export type Figures = Record<(typeof columns)[number], string>

export interface ReportLine extends Figures {
  plato: number
  rate: string
  tax: string
}

export interface Totals extends Figures {
  tax: string
  tax_payable: string
}

type MovedFigures = Omit<Figures, 'opening_hl' | 'closing_hl'>

const nothing: MovedFigures = { produced_hl: '0', received_hl: '0', released_hl: '0', losses_hl: '0' }

export function closingOf(opening: Decimal, moved: MovedFigures): Decimal {
  const come = opening.plus(moved.produced_hl).plus(moved.received_hl)
  return come.minus(moved.released_hl).minus(moved.losses_hl)
}

/** Of a row that was opened with so much. */
export const figuresOf = (opening: Decimal, moved: MovedFigures): Figures => ({
  opening_hl: plain(opening),
  produced_hl: moved.produced_hl,
  received_hl: moved.received_hl,
  released_hl: moved.released_hl,
  losses_hl: moved.losses_hl,
  closing_hl: plain(closingOf(opening, moved)),
})

/** Half up to the haléř, row by row. */
export const taxOf = (releasedHl: string, plato: number, rate: string): string =>
  money(round(decimal(releasedHl).times(plato).times(rate), 2))

/** Every whole °Plato with a figure but 0, the weakest first. */
export function reportLines(
  opening: readonly { plato: number; hl: string }[],
  moved: readonly (MovedFigures & { plato: number })[],
  rate: string,
): ReportLine[] {
  const openings = new Map(opening.map(({ plato, hl }) => [plato, hl]))
  const movements = new Map(moved.map(row => [row.plato, row]))
  return [...new Set([...openings.keys(), ...movements.keys()])]
    .toSorted((one, other) => one - other)
    .map(plato => {
      const figures = figuresOf(decimal(openings.get(plato) ?? zero), movements.get(plato) ?? nothing)
      return { plato, ...figures, rate: money(decimal(rate)), tax: taxOf(figures.released_hl, plato, rate) }
    })
    .filter(line => columns.some(column => line[column] !== '0'))
}

export type ExciseRounding = 'up' | 'none'

/** Up to whole crowns is the third rounding, after the floor of the row and the haléř of the tax. */
export function totalsOf(lines: readonly ReportLine[], rounding: ExciseRounding): Totals {
  const total = (column: (typeof columns)[number] | 'tax') => sum(lines.map(line => decimal(line[column])))
  const tax = total('tax')
  const figures = Object.fromEntries(columns.map(column => [column, plain(total(column))])) as Figures
  return { ...figures, tax: money(tax), tax_payable: money(rounding === 'up' ? tax.round(0, 'up') : tax) }
}

const factsOf = ({ plato, rate, tax, ...line }: ReportLine): unknown[] => [
  plato,
  ...columns.map(column => line[column]),
  rate,
  tax,
]

/** Whatever else the rows carry. */
export const isSameLines = (one: readonly ReportLine[], other: readonly ReportLine[]): boolean =>
  JSON.stringify(one.map(factsOf)) === JSON.stringify(other.map(factsOf))
