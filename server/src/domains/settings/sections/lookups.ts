/** Own units, VAT rates, categories and number series. */
import { upsertRows } from '../../../db/upsert.ts'
import { decimal } from '../../../lib/decimal.ts'
import { type CategoryRow, categoryTable } from '../../core/categories/store.ts'
import { type NumberSeriesRow, numberSeriesTable } from '../../core/number-series/store.ts'
import { findRenamedUnits, type UnitRow, unitTable } from '../../core/units/store.ts'
import { type VatRateRow, vatRateTable } from '../../core/vat-rates/store.ts'
import { followUnits } from '../following.ts'
import type { SettingsCategory, SettingsNumberSeries, SettingsUnit, SettingsVatRate } from '../schema.ts'
import { defineSection } from '../section.ts'
import type { World } from '../world.ts'
import { bookOf, codeOf } from './parts.ts'

export const units = defineSection<SettingsUnit, UnitRow>({
  name: 'units',
  // A base unit may stand after those that rely on it: the export goes by the code.
  wanted: document => document.units?.toSorted((one, other) => Number(isDerived(one)) - Number(isDerived(other))),
  put(document, entries) {
    document.units = entries
  },
  rows: world => world.units,
  key: codeOf,
  defaults: { base_unit_code: null, to_base_factor: '1', decimals: null, is_active: true },
  out: ({ code, symbol, name_cs, name_en, dimension, base_unit_code, to_base_factor, decimals, is_active }) => ({
    code,
    symbol,
    name_cs,
    name_en,
    dimension,
    base_unit_code,
    to_base_factor,
    decimals,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id, is_system: false, systems: [], offered_for_materials: [] }),
  refuse(entry, before, world, known) {
    if (world.systemUnits.some(({ code }) => code === entry.code)) return 'A unit of the system has this code.'
    if (!before) return refuseConversion(entry, world)
    const isConverted =
      before.dimension !== entry.dimension ||
      before.base_unit_code !== entry.base_unit_code ||
      before.to_base_factor !== entry.to_base_factor
    if (isConverted) return 'The dimension and the conversion of a unit cannot change: quantities rely on them.'
    const kept = world.items.all.filter(({ unit_id }) => unit_id === known!.id)
    if (!entry.is_active && kept.some(({ is_active }) => is_active)) return 'Active items are kept in it.'
    if (kept.length > 0 && (entry.decimals ?? 3) < (before.decimals ?? 3)) {
      return 'Its decimals cannot become fewer: items are kept in it.'
    }
    return undefined
  },
  async save(ctx, rows) {
    const at = bookOf(ctx)
    const renamed = await findRenamedUnits(ctx.tx, at.bookId, rows)
    await upsertRows(
      ctx.tx,
      unitTable,
      at,
      rows.map(row => ({ ...row, sort_order: 0 })),
    )
    await followUnits(ctx, renamed)
  },
})

const isDerived = ({ base_unit_code }: SettingsUnit): boolean => (base_unit_code ?? null) !== null

function refuseConversion(entry: Required<SettingsUnit>, world: World): string | undefined {
  if (decimal(entry.to_base_factor).lte(0)) return 'to_base_factor must be greater than 0.'
  if (entry.base_unit_code === null) {
    return entry.to_base_factor === '1' ? undefined : 'A unit without base_unit_code has the factor 1.'
  }
  const all = [...world.systemUnits, ...world.units.values()]
  const base = all.find(({ code }) => code === entry.base_unit_code)
  if (base?.dimension !== entry.dimension) return 'base_unit_code must name a unit of the same dimension.'
  return base.base_unit_code === null ? undefined : 'base_unit_code must name a base unit.'
}

export const vatRates = defineSection<SettingsVatRate, VatRateRow>({
  name: 'vat_rates',
  wanted: document => document.vat_rates,
  put(document, entries) {
    document.vat_rates = entries
  },
  rows: world => world.vat_rates,
  key: codeOf,
  defaults: { is_default: false, is_active: true, vat_exemption: null },
  out: ({ id: _, ...entry }) => entry,
  row: (entry, id) => ({ ...entry, id }),
  hasDefault: true,
  refuse(entry, before, world, known) {
    if (entry.is_default && !entry.is_active) return 'The default cannot be out of use.'
    if (entry.vat_exemption !== null && entry.rate_pct !== '0') return 'Only a rate of 0 % has a vat_exemption.'
    if (before && before.rate_pct !== entry.rate_pct) return 'A rate cannot change: add a new one and give it to items.'
    const isUsed = world.items.all.some(
      ({ sale_vat_rate_id, is_active }) => sale_vat_rate_id === known?.id && is_active,
    )
    return isUsed && !entry.is_active ? 'Active items are sold with it.' : undefined
  },
  save: (ctx, rows) => upsertRows(ctx.tx, vatRateTable, bookOf(ctx), rows),
})

export const categories = defineSection<SettingsCategory, CategoryRow>({
  name: 'categories',
  wanted: document => document.categories,
  put(document, entries) {
    document.categories = entries
  },
  rows: world => world.categories,
  key: ({ kind, code }) => `${kind} ${code}`,
  defaults: { is_active: true },
  out: ({ kind, code, name, is_active }) => ({ kind, code, name, is_active }),
  row: (entry, id) => ({ ...entry, id }),
  refuse: () => undefined,
  save: (ctx, rows) => upsertRows(ctx.tx, categoryTable, bookOf(ctx), rows),
})

/** How far the series has come; unknown of one that is new. */
interface Begun {
  is_used?: boolean
  last_number?: number
}

export const numberSeries = defineSection<SettingsNumberSeries, NumberSeriesRow & Begun>({
  name: 'number_series',
  wanted: document => document.number_series,
  put(document, entries) {
    document.number_series = entries
  },
  rows: world => world.number_series,
  key: ({ document_kind }) => document_kind,
  defaults: { digits: 5, is_yearly: true },
  out: ({ document_kind, prefix, digits, is_yearly }) => ({ document_kind, prefix, digits, is_yearly }),
  row: (entry, id) => ({ ...entry, id }),
  refuse(entry, before, world, known) {
    const rival = [...world.number_series.values()].find(
      series => series.prefix === entry.prefix && series.document_kind !== entry.document_kind,
    )
    if (rival && before?.prefix !== entry.prefix) return `The series of ${rival.document_kind} has this prefix.`
    if (!known || !before) return undefined
    if (known.is_used && before.is_yearly !== entry.is_yearly) return 'is_yearly stays once a number was given.'
    const isChanged = before.prefix !== entry.prefix || before.digits !== entry.digits
    return known.last_number && isChanged ? 'Its numbers of this period were begun in another form.' : undefined
  },
  save: (ctx, rows) => upsertRows(ctx.tx, numberSeriesTable, bookOf(ctx), rows),
})
