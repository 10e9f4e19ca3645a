/** A paper in words: everything that stands on it, before anybody knows where. */
import type { Language } from './words.ts'

export interface Fact {
  label: string
  value: string
  isStrong?: boolean
}

export interface PartyBlock {
  label: string
  name: string | null
  lines: string[]
}

export interface Column {
  title: string
  /** In points, at least; the column without one takes the rest. */
  width?: number
  /** What stands to the right is never broken: the column grows with it. */
  align: 'left' | 'right'
}

export interface Table {
  columns: Column[]
  rows: string[][]
  /** A last row that sums up the others. */
  foot?: string[]
}

export interface TitledTable {
  title: string
  table: Table
}

export interface Curve {
  label: string
  points: { at: number; value: number }[]
}

/** Curves over time, each with an axis of its own: to the left, to the right. Moments are milliseconds since 1970. */
export interface Plot {
  from: number
  to: number
  curves: Curve[]
  /** What stands under the time. */
  ticks: { at: number; label: string }[]
  /** What began when. */
  beginnings: { at: number; label: string }[]
}

export interface TitledPlot {
  title: string
  plot: Plot
}

export interface Picture {
  /** A data URI of a PNG or a JPEG. */
  source: string
  /** In pixels. */
  width: number
  height: number
}

export interface Paper {
  language: Language
  logo: Picture | null
  /** The colour of the strongest lines. */
  accent: string | null
  title: string
  number: string
  subtitle: string | null
  /** Said on every page: a draft, cancelled. */
  mark: string | null
  parties: PartyBlock[]
  /** Columns of facts, side by side. */
  facts: Fact[][]
  /** What is said over the whole width before the lines. */
  lead: Fact | null
  lines: Table
  /** Under the lines: what their marks mean. */
  remarks: string[]
  /** Returnable packaging. */
  deposits: TitledTable | null
  recapitulation: TitledTable | null
  /** What follows under titles of its own. */
  parts?: (TitledTable | TitledPlot)[]
  totals: Fact[]
  /** What to scan to pay. */
  code: { label: string; spayd: string } | null
  notes: string[]
  /** What people sign under. */
  signatures: string[]
  footer: string | null
  /** Who made it out, and when it last changed: the same record gives the same bytes. */
  author: string
  changedAt: string
}
