/** The figures, times and words of a recipe as we keep them, from a place in a file. What does not fit is ignored. */
import type { Decimal } from '../../../../lib/decimal.ts'
import { maxSteps } from '../limits.ts'
import { celsiusOf, ebcOf, numberIn, platoOf, wholeMinutes, within } from './amounts.ts'
import { cut, type Place } from './tree.ts'

const ranges = {
  volume: { least: '0.001', most: '999999999999999', places: 3 },
  plato: { least: '0', most: '40', places: 2 },
  percent: { least: '0', most: '100', places: 2 },
  bitterness: { least: '0', most: '200', places: 1 },
  color: { least: '0', most: '200', places: 1 },
  temperature: { least: '-20', most: '120', places: 2 },
  boil: { least: '0', most: '600', places: 0 },
  time: { least: '0', most: '100000', places: 0 },
} as const

export type FigureKind = keyof typeof ranges

/** What a file says, and what it means; nothing where that is no number, or none of such a thing. */
interface Figure {
  kind: FigureKind
  text: string | undefined
  value: Decimal | undefined
}

/** A member that is there but cannot be kept is told as ignored. Zero stands for nothing said. */
export function figure(place: Place, name: string, { kind, text, value }: Figure): string | null {
  const kept = within(value, ranges[kind])
  const isSaid = text !== undefined && text !== '' && !numberIn(text)?.eq(0)
  if (kept === null && (value !== undefined || isSaid)) place.ignore(name)
  return kept
}

export function wholeFigure(
  place: Place,
  name: string,
  of: { kind: 'boil' | 'time'; value: string | undefined; unit?: string | undefined },
): number | null {
  const kept = figure(place, name, { kind: of.kind, text: of.value, value: wholeMinutes(of.value, of.unit) })
  return kept === null ? null : Number(kept)
}

/** By its unit, or by its size where none is told: 1.048 and 1048 are specific gravities, 12 is Plato. */
export function gravityOf(value: string | undefined, unit = ''): Decimal | undefined {
  const number = numberIn(value)
  if (number === undefined || number.eq(0)) return undefined
  if (/plato|brix|°p|^p$|bx/i.test(unit)) return number
  if (number.gte(900)) return platoOf(number.div(1000))
  return number.lt(2) || /sg/i.test(unit) ? platoOf(number) : number
}

export function colorOf(value: string | undefined, unit: string | undefined): Decimal | undefined {
  const number = numberIn(value)
  return number && ebcOf(number, (unit ?? 'srm').toLowerCase())
}

export function temperatureOf(value: string | undefined, unit = 'C'): Decimal | undefined {
  const number = numberIn(value)
  return number && celsiusOf(number, unit)
}

/** As many steps as a recipe has; the others are told as ignored. */
export function keptSteps<Step extends { place: Place }>(steps: readonly Step[]): Step[] {
  for (const { place } of steps.slice(maxSteps)) place.ignore()
  return steps.slice(0, maxSteps)
}

/** The word behind a number: `8.5 SRM`. */
export const unitBehind = (text: string | undefined): string | undefined =>
  /[a-z°]+[a-z]*\s*$/i.exec(text ?? '')?.[0]?.trim()

/** `Dry Hop` is `dry_hop`, `add_to_boil` is `boil`. */
export function useOf(text: string | undefined): string | null {
  const word = (text ?? '')
    .slice(0, 80)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .replace(/^add_to_/, '')
  return word === '' ? null : cut(word, 40)
}

export const nameOf = (text: string | undefined): string => cut(text ?? '', 200)
export const notesOf = (text: string | undefined): string | null => (text === undefined ? null : cut(text, 4000))
