/** Rates of excise, the category of the brewery and filed months in the settings. */
import { Type } from 'typebox'
import { DateText, DecimalWithin, described, Shape, type Static } from '../../contract/schema.ts'
import { upsertRows } from '../../db/upsert.ts'
import { defineSection } from '../../kernel/section.ts'
import type { Section } from '../../kernel/settings.ts'
import { bookOf, Code, Flag, Name, optional, orNull } from '../../kernel/settings-words.ts'
import { defineSource, type Snapshot } from '../../kernel/snapshot.ts'
import { type ExcisePeriodRow, excisePeriodTable, listExcisePeriods } from '../stock/index.ts'
import { firstDayOf, isFirstOfMonth, type Month, monthOf, monthPattern } from './months.ts'
import { categoryOn, newestOn, rateOn, type Tariff } from './rates/rules.ts'
import {
  categoryTable,
  type ExciseCategory,
  type ExciseRate,
  listCategories,
  listRates,
  rateTable,
} from './rates/store.ts'
import { reopenReport } from './reports/actions.ts'

const RateEntry = Shape({
  category: Code,
  valid_from: described<string>(DateText, 'The first of a month.'),
  name: Name,
  rate: DecimalWithin({ least: '0', places: 2 }, 'Crowns for a hectolitre and each whole °Plato.'),
  max_annual_hl: orNull(DecimalWithin({ above: '0' }, 'The most a brewery of the category makes in a year.')),
  is_active: Flag,
})
type RateEntry = Static<typeof RateEntry>

const CategoryEntry = Shape({
  valid_from: described<string>(DateText, 'The first of a month.'),
  category: described<string>(Code, 'One of excise_rates. Before the first entry `base` holds.'),
})
type CategoryEntry = Static<typeof CategoryEntry>

const PeriodEntry = Shape({
  period: Type.String({ pattern: monthPattern, description: 'A month, as YYYY-MM.' }),
  is_filed: optional(
    Type.Boolean({
      description:
        'Its report is filed: no beer moves up to its end in warehouses of excise. False takes back the newest one, ' +
        'and its report is a draft again.',
    }),
  ),
})
type PeriodEntry = Static<typeof PeriodEntry>

declare module '../../kernel/settings.ts' {
  interface Settings {
    excise_rates?: RateEntry[]
    excise_categories?: CategoryEntry[]
    excise_periods?: PeriodEntry[]
  }
}

/** As the book has them, whatever the plan changes. */
const tariffBefore = defineSource<Tariff>({
  load: async ({ db, account: { book } }) => ({
    rates: await listRates(db, book.id),
    categories: await listCategories(db, book.id),
  }),
})

/** The month that is not over. */
const thisMonth = defineSource<Month>({ load: async ({ today }) => monthOf(today) })

/** Months whose excise report is filed. */
export const excisePeriods: Section<ExcisePeriodRow> = defineSection<PeriodEntry, ExcisePeriodRow>({
  name: 'excise_periods',
  place: 15,
  entry: PeriodEntry,
  needs: [thisMonth],
  load: ({ db, account }) => listExcisePeriods(db, account.book.id),
  key: ({ period }) => period,
  defaults: { is_filed: true },
  out: ({ period, is_filed }) => ({ period, is_filed }),
  row: (entry, id) => ({ ...entry, id }),
  // Only the newest report can be taken back: those after it were built on it.
  refuse(entry, { before, rows, snapshot }) {
    if (before?.is_filed === entry.is_filed) return undefined
    if (entry.is_filed) return entry.period < snapshot.get(thisMonth) ? undefined : `${entry.period} is not over.`
    if (!before) return undefined
    const isNewest = ![...rows.values()].some(row => row.is_filed && row.period > entry.period)
    return isNewest ? undefined : 'Only the newest filed month can be taken back.'
  },
  async save(ctx, rows) {
    await upsertRows(ctx.tx, bookOf(ctx), { table: excisePeriodTable, rows })
    for (const { period } of rows.filter(({ is_filed }) => !is_filed)) await reopenReport(ctx, period)
  },
})

/** The months that stay filed, with what held in them before and what would hold now. */
function filedMonths(snapshot: Snapshot) {
  const now: Tariff = {
    rates: [...snapshot.rows(exciseRates).values()],
    categories: [...snapshot.rows(exciseCategories).values()],
  }
  return [...snapshot.rows(excisePeriods).values()]
    .filter(({ is_filed }) => is_filed)
    .map(({ period }) => ({ period, day: firstDayOf(period), before: snapshot.get(tariffBefore), now }))
}

const rateKey = ({ category, valid_from }: Pick<RateEntry, 'category' | 'valid_from'>) => `${category} ${valid_from}`

const isSameRate = (one: ExciseRate | undefined, other: ExciseRate | undefined): boolean =>
  one?.id === other?.id &&
  one?.rate === other?.rate &&
  one?.name === other?.name &&
  one?.max_annual_hl === other?.max_annual_hl

export const exciseRates: Section<ExciseRate> = defineSection<RateEntry, ExciseRate>({
  name: 'excise_rates',
  place: 21,
  description: 'What a hectolitre of beer is taxed with. A new book has the rates of the act.',
  entry: RateEntry,
  needs: [tariffBefore],
  load: ({ db, account }) => listRates(db, account.book.id),
  key: rateKey,
  defaults: { max_annual_hl: null, is_active: true },
  out: ({ category, valid_from, name, rate, max_annual_hl, is_active }) => ({
    category,
    valid_from,
    name,
    rate,
    max_annual_hl,
    is_active,
  }),
  row: (entry, id) => ({ ...entry, id }),
  refuse: ({ valid_from }) => (isFirstOfMonth(valid_from) ? undefined : 'valid_from is the first of a month.'),
  check: (_rows, snapshot) =>
    filedMonths(snapshot)
      .filter(({ day, before, now }) => categoryOn(before, day) === categoryOn(now, day))
      .flatMap(({ period, day, before, now }) => {
        const [was, is] = [rateOn(before, day), rateOn(now, day)]
        if (isSameRate(was, is)) return []
        return [{ key: rateKey((is ?? was)!), reason: `The month ${period} is filed with another rate.` }]
      }),
  save: (ctx, rows) => rateTable.save(ctx.tx, bookOf(ctx), rows),
})

export const exciseCategories: Section<ExciseCategory> = defineSection<CategoryEntry, ExciseCategory>({
  name: 'excise_categories',
  place: 22,
  description: 'The category of the brewery, from a month on.',
  entry: CategoryEntry,
  needs: [tariffBefore],
  load: ({ db, account }) => listCategories(db, account.book.id),
  key: ({ valid_from }) => valid_from,
  defaults: {},
  out: ({ valid_from, category }) => ({ valid_from, category }),
  row: (entry, id) => ({ ...entry, id }),
  refuse: ({ valid_from }) => (isFirstOfMonth(valid_from) ? undefined : 'valid_from is the first of a month.'),
  // Asked of what the rates have become, whichever section changes them.
  check: (rows, snapshot) => [
    ...[...rows.values()]
      .filter(({ valid_from, category }) => !hasRate(snapshot, category, valid_from))
      .map(({ valid_from, category }) => ({ key: valid_from, reason: `${category} has no rate by then.` })),
    ...filedMonths(snapshot)
      .filter(({ day, before, now }) => categoryOn(before, day) !== categoryOn(now, day))
      .map(({ period, day, now }) => ({
        key: newestOn(now.categories, day)!.valid_from,
        reason: `The month ${period} is filed with another category.`,
      })),
  ],
  save: (ctx, rows) => categoryTable.save(ctx.tx, bookOf(ctx), rows),
})

const hasRate = (snapshot: Snapshot, category: string, day: string): boolean =>
  [...snapshot.rows(exciseRates).values()].some(
    rate => rate.category === category && rate.is_active && rate.valid_from <= day,
  )
