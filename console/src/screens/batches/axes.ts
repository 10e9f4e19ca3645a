/** What can be measured of a batch: in which unit, to how many places, and how far − and + go. */
import type { Measurement } from '@cellarbook/sdk'

/** The first three are plotted. */
export const axes = ['gravity_plato', 'temperature_c', 'ph', 'pressure_bar', 'co2_g_l', 'volume_l', 'abv_pct'] as const
export type Axis = (typeof axes)[number]

export const plotted = axes.slice(0, 3)

export const symbols: Record<Axis, string> = {
  gravity_plato: '°P',
  temperature_c: '°C',
  ph: '',
  pressure_bar: 'bar',
  co2_g_l: 'g/l',
  volume_l: 'l',
  abv_pct: '%',
}

export const steps: Record<Axis, { step: string; places: number }> = {
  gravity_plato: { step: '0.1', places: 3 },
  temperature_c: { step: '0.5', places: 2 },
  ph: { step: '0.05', places: 2 },
  pressure_bar: { step: '0.1', places: 3 },
  co2_g_l: { step: '0.1', places: 2 },
  volume_l: { step: '10', places: 3 },
  abv_pct: { step: '0.1', places: 2 },
}

/** The main value of a reading names it; with several values the service wants to know. */
export const typeOf: Record<Axis, Measurement['type']> = {
  gravity_plato: 'gravity',
  temperature_c: 'temperature',
  ph: 'ph',
  pressure_bar: 'pressure',
  co2_g_l: 'co2',
  volume_l: 'volume',
  abv_pct: 'abv',
}
