/** How wide the columns of a table are: as wide as what stands in them, or in smaller letters. Pure. */
import type { Column, Table } from './paper.ts'
import { contentWidth, type Face, hung, type Measure, margin } from './sheet.ts'

/** To both sides of a cell. */
export const padding = 4
export const usualSize = 7.5

/** Tried one after another, until everything has its room. */
const sizes = [usualSize, 7, 6.5, 6, 5.5, 5, 4.5, 4]

/** Sums of fractions are never exact. */
const slack = 0.01

/** What is left for the texts must be worth reading, in points at the usual size. */
const leastRest = 110

export interface Placed extends Column {
  x: number
  width: number
}

export interface Fitted {
  columns: Placed[]
  size: number
}

export function fitColumns({ columns, rows, foot }: Table, measure: Measure): Fitted {
  const needs = columns.map((column, index) => {
    const cells = column.align === 'right' ? rows.map(row => row[index]!) : []
    const total = column.align === 'right' && foot ? [foot[index]!] : []
    return Math.max(widest(cells, 'regular', measure), widest([column.title, ...total], 'bold', measure))
  })
  const at = (size: number): Fitted => ({ size, columns: placeColumns(columns, needs, size) })
  const fits = ({ columns: tried, size }: Fitted) => {
    const isWhole = tried.reduce((sum, { width }) => sum + width, 0) <= contentWidth + slack
    return isWhole && tried.every(({ width }, index) => columns[index]!.width !== undefined || width >= rest(size))
  }
  return sizes.map(at).find(fits) ?? squeezeColumns(at(sizes.at(-1)!))
}

const rest = (size: number): number => (leastRest * size) / usualSize

/** The widest word, in letters of one point. */
const widest = (texts: readonly string[], face: Face, measure: Measure): number =>
  Math.max(0, ...texts.flatMap(text => text.split(/[ \n]/).map(word => measure(hung(word), face, 1))))

/** The column without a width takes what the others leave. */
function placeColumns(columns: readonly Column[], needs: readonly number[], size: number): Placed[] {
  const widths = columns.map(({ width }, index) =>
    width === undefined ? undefined : Math.max((width * size) / usualSize, needs[index]! * size + slack + 2 * padding),
  )
  const fixed = widths.reduce<number>((sum, width = 0) => sum + width, 0)
  return set(
    columns,
    widths.map(width => width ?? Math.max(0, contentWidth - fixed)),
  )
}

function set(columns: readonly Column[], widths: readonly number[]): Placed[] {
  let x = margin
  return columns.map((column, index) => {
    const width = widths[index]!
    const own = { ...column, x, width }
    x += width
    return own
  })
}

/** What no size makes fit is broken inside its cells: it never leaves them. */
function squeezeColumns({ columns, size }: Fitted): Fitted {
  const widths = columns.map(({ width }) => Math.max(width, 20))
  const whole = widths.reduce((sum, width) => sum + width, 0)
  return {
    size,
    columns: set(
      columns,
      widths.map(width => (width * contentWidth) / Math.max(whole, contentWidth)),
    ),
  }
}
