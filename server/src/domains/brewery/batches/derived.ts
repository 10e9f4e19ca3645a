/** What is said of the beer itself: by a person, else by what was measured. */
import type { BatchDerived } from './schema.ts'
import type { Batch } from './store.ts'

/** What a person said goes before what was measured. */
export const strengthOf = ({ manual_og_plato, manual_fg_plato, manual_abv, measured }: Batch) => ({
  og_plato: manual_og_plato ?? measured.og_plato ?? null,
  fg_plato: manual_fg_plato ?? measured.fg_plato ?? null,
  abv: manual_abv ?? measured.abv ?? null,
})

export const derivedOf = (batch: Batch): BatchDerived => ({
  og_source: batch.manual_og_plato === null ? null : 'manual',
  current_gravity_plato: batch.latest.gravity_plato?.value ?? null,
  real_extract_plato: null,
  apparent_attenuation_pct: null,
  real_attenuation_pct: null,
  abv_calculated: null,
  abv_source: batch.manual_abv === null ? null : 'manual',
  days_in_phase: null,
})
