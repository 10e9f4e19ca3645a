/** What measurements say of the beer: original and final extract, attenuation and alcohol. */
import { type Decimal, decimal, plain, round } from '../../../lib/decimal.ts'
import type { Kept } from './kept.ts'

/** What a person said goes before what was measured. */
export interface BeerFacts extends Kept {
  manual_og_plato: string | null
  manual_fg_plato: string | null
  manual_abv: string | null
}

const ogOf = ({ manual_og_plato, measured }: BeerFacts): string | null =>
  manual_og_plato ?? measured.brewing?.value ?? measured.fermentation?.value ?? null

const fgOf = ({ manual_fg_plato, measured }: BeerFacts): string | null =>
  manual_fg_plato ?? measured.cellar?.value ?? null

const currentOf = ({ latest }: BeerFacts): string | null => latest.gravity_plato?.value ?? null

/** As lists show it too. */
export const strengthOf = (batch: BeerFacts) => ({
  og_plato: ogOf(batch),
  fg_plato: fgOf(batch),
  abv: batch.manual_abv ?? batch.latest.abv_pct?.value ?? fermentedOf(batch).abv_calculated,
})

export const derivedOf = (batch: BeerFacts) => {
  const fermented = fermentedOf(batch)
  return {
    og_source: sourceOf(batch.manual_og_plato, ogOf(batch)),
    current_gravity_plato: currentOf(batch),
    ...fermented,
    abv_source:
      sourceOf(batch.manual_abv, batch.latest.abv_pct?.value ?? null) ??
      (fermented.abv_calculated === null ? null : ('calculated' as const)),
  }
}

const sourceOf = (said: string | null, value: string | null) =>
  said !== null ? ('manual' as const) : value !== null ? ('measured' as const) : null

const unknown = {
  real_extract_plato: null,
  apparent_attenuation_pct: null,
  real_attenuation_pct: null,
  abv_calculated: null,
}

/** Nothing can be said without wort, nor of a beer that would be heavier than its wort. */
function fermentedOf(batch: BeerFacts) {
  const original = ogOf(batch)
  const left = fgOf(batch) ?? currentOf(batch)
  if (original === null || left === null) return unknown
  const og = decimal(original)
  const e = decimal(left)
  if (og.lte(0) || og.lt(e)) return unknown
  const re = og.times('0.1808').plus(e.times('0.8192'))
  return {
    real_extract_plato: shown(re),
    apparent_attenuation_pct: shown(og.minus(e).times(100).div(og)),
    real_attenuation_pct: shown(og.minus(re).times(100).div(og)),
    abv_calculated: shown(abvOf(og, re, e)),
  }
}

/**
 * Alcohol by weight a = (og - re) / (2.0665 - 0.010665 og), density s = 1 + e / (258.6 - 227.1 e / 258.2), and
 * ABV = a s / 0.7907; brought to one fraction, so that the only division is the last step.
 */
function abvOf(og: Decimal, re: Decimal, e: Decimal): Decimal {
  const scale = decimal('258.6').times('258.2').minus(e.times('227.1'))
  const above = og.minus(re).times(scale.plus(e.times('258.2')))
  const below = decimal('2.0665').minus(og.times('0.010665')).times(scale).times('0.7907')
  return above.div(below)
}

const shown = (value: Decimal): string => plain(round(value, 2))
