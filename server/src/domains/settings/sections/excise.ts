/** Months whose excise report is filed. */
import { upsertRows } from '../../../db/upsert.ts'
import { type ExcisePeriodRow, excisePeriodTable } from '../../stock/posting/store.ts'
import type { SettingsExcisePeriod } from '../schema.ts'
import { defineSection } from '../section.ts'
import { bookOf } from './parts.ts'

export const excisePeriods = defineSection<SettingsExcisePeriod, ExcisePeriodRow>({
  name: 'excise_periods',
  wanted: document => document.excise_periods,
  put(document, entries) {
    document.excise_periods = entries
  },
  rows: world => world.excise_periods,
  key: ({ period }) => period,
  defaults: { is_filed: true },
  out: ({ period, is_filed }) => ({ period, is_filed }),
  row: (entry, id) => ({ ...entry, id }),
  // Only the newest report can be taken back: those after it were built on it.
  refuse(entry, before, world) {
    if (!before?.is_filed || entry.is_filed) return undefined
    const isNewest = ![...world.excise_periods.values()].some(row => row.is_filed && row.period > entry.period)
    return isNewest ? undefined : 'Only the newest filed month can be taken back.'
  },
  save: (ctx, rows) => upsertRows(ctx.tx, excisePeriodTable, bookOf(ctx), rows),
})
