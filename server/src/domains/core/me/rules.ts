/** In which units an account of each system measures, and in which the value is stored. */
import type { UnitSystem } from '../../../kernel/account.ts'

interface AxisRow {
  canonical: string
  metric: string
  uk: string
  us: string
}

const axes: Record<string, AxisRow> = {
  volume: { canonical: 'l', metric: 'hl', uk: 'bbl_uk', us: 'bbl_us' },
  weight: { canonical: 'kg', metric: 'kg', uk: 'kg', us: 'lb' },
  hop_weight: { canonical: 'g', metric: 'g', uk: 'g', us: 'oz' },
  temperature: { canonical: 'c', metric: 'c', uk: 'c', us: 'f' },
  gravity: { canonical: 'plato', metric: 'plato', uk: 'sg', us: 'sg' },
  pressure: { canonical: 'bar', metric: 'bar', uk: 'psi', us: 'psi' },
  carbonation: { canonical: 'g_l', metric: 'g_l', uk: 'vol', us: 'vol' },
  color: { canonical: 'ebc', metric: 'ebc', uk: 'ebc', us: 'srm' },
  bitterness: { canonical: 'ibu', metric: 'ibu', uk: 'ibu', us: 'ibu' },
}

export const measureProfile = (system: UnitSystem) => ({
  unit_system: system,
  axes: Object.fromEntries(
    Object.entries(axes).map(([name, axis]) => [name, { unit: axis[system], canonical_unit: axis.canonical }]),
  ),
})
