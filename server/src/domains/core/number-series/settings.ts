/** Number series in the settings. */
import { Type } from 'typebox'
import { OneOfDeclared, Shape, type Static } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { documentKinds } from '../../../kernel/numbering.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, optional } from '../../../kernel/settings-words.ts'
import { yearOf } from '../../../lib/days.ts'
import { listNumberSeries, type NumberSeriesRow, numberSeriesTable } from './store.ts'

const Series = Shape({
  document_kind: OneOfDeclared(documentKinds),
  prefix: Type.String({ pattern: '^[A-Za-z0-9/_-]{0,12}$' }),
  digits: optional(Type.Integer({ minimum: 3, maximum: 10 })),
  is_yearly: optional(Type.Boolean({ description: 'Begins anew each year, with the year in the number.' })),
})
type Series = Static<typeof Series>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    number_series?: Series[]
  }
}

/** How far the series has come; unknown of one that is new. */
interface Begun {
  is_used?: boolean
  last_number?: number
}

export const numberSeries = defineSection<Series, NumberSeriesRow & Begun>({
  name: 'number_series',
  place: 7,
  entry: Series,
  load: ({ db, account, today }) => listNumberSeries(db, account.book.id, yearOf(today)),
  key: ({ document_kind }) => document_kind,
  defaults: { digits: 5, is_yearly: true },
  out: ({ document_kind, prefix, digits, is_yearly }) => ({ document_kind, prefix, digits, is_yearly }),
  row: (entry, id) => ({ ...entry, id }),
  refuse(entry, { before, row, rows }) {
    const rival = [...rows.values()].find(
      series => series.prefix === entry.prefix && series.document_kind !== entry.document_kind,
    )
    if (rival && before?.prefix !== entry.prefix) return `The series of ${rival.document_kind} has this prefix.`
    if (!row || !before) return undefined
    if (row.is_used && before.is_yearly !== entry.is_yearly) return 'is_yearly stays once a number was given.'
    const isChanged = before.prefix !== entry.prefix || before.digits !== entry.digits
    return row.last_number && isChanged ? 'Its numbers of this period were begun in another form.' : undefined
  },
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: numberSeriesTable, rows }),
})
