/** What can be measured of a batch: each type with its field, its range and its decimal places. */
import type { DecimalLimits } from '../../../contract/schema.ts'

export const measurementTypes = ['gravity', 'temperature', 'ph', 'pressure', 'volume', 'co2', 'abv'] as const
export type MeasurementType = (typeof measurementTypes)[number]

export const axes = ['gravity_plato', 'temperature_c', 'ph', 'pressure_bar', 'volume_l', 'co2_g_l', 'abv_pct'] as const
export type Axis = (typeof axes)[number]

/** The value a type cannot do without. */
export const axisOf: Record<MeasurementType, Axis> = {
  gravity: 'gravity_plato',
  temperature: 'temperature_c',
  ph: 'ph',
  pressure: 'pressure_bar',
  volume: 'volume_l',
  co2: 'co2_g_l',
  abv: 'abv_pct',
}

/** In the canonical unit, which the name of the field says. */
export const limitsOf: Record<Axis, Required<Pick<DecimalLimits, 'least' | 'most' | 'places'>>> = {
  gravity_plato: { least: '-5', most: '40', places: 3 },
  temperature_c: { least: '-20', most: '120', places: 2 },
  ph: { least: '0', most: '14', places: 2 },
  pressure_bar: { least: '0', most: '20', places: 3 },
  volume_l: { least: '0', most: '10000000', places: 3 },
  co2_g_l: { least: '0', most: '20', places: 2 },
  abv_pct: { least: '0', most: '100', places: 2 },
}
