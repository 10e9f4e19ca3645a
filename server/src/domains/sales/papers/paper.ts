/** A paper in words: everything that stands on it, before anybody knows where. */
import type { Language } from './words.ts'

export interface Fact {
  label: string
  value: string
  isStrong?: boolean
}

export interface PartyBlock {
  label: string
  name: string
  lines: string[]
}

export interface Column {
  title: string
  /** In points; the column without one takes the rest. */
  width?: number
  align: 'left' | 'right'
}

export interface Table {
  columns: Column[]
  rows: string[][]
}

export interface Paper {
  language: Language
  title: string
  number: string
  subtitle: string | null
  /** Said on every page: a draft, cancelled. */
  mark: string | null
  parties: PartyBlock[]
  /** Columns of facts, side by side. */
  facts: Fact[][]
  lines: Table
  recapitulation: { title: string; table: Table } | null
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
