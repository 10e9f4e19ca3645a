/** GET /number-series: how records are numbered, and which number comes next. */
import { Type } from 'typebox'
import { OneOfDeclared, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { documentKinds, numberText } from '../../../kernel/numbering.ts'
import { yearOf } from '../../../lib/days.ts'
import { listNumberSeries } from './store.ts'

const NumberSeries = Shape({
  object: Type.Literal('number_series'),
  id: Uuid,
  document_kind: OneOfDeclared(documentKinds),
  prefix: Type.String(),
  format: Type.String({
    description: 'Such as `OBJ{YYYY}{00001}`; without a year if the series never restarts.',
  }),
  next_number: Type.String({ description: 'The number of the next record dated this year.' }),
  livemode: Type.Boolean(),
})

export const getNumberSeries = defineLookup({
  id: 'numberSeries.list',
  path: '/number-series',
  summary: 'List number series',
  record: NumberSeries,
  async list({ db, account, today }) {
    const year = yearOf(today)
    return (await listNumberSeries(db, account.book.id, year)).map(series => ({ ...series, year }))
  },
  view: (series, livemode): Static<typeof NumberSeries> => ({
    object: 'number_series',
    id: series.id,
    document_kind: series.document_kind,
    prefix: series.prefix,
    format: `${series.prefix}${series.is_yearly ? '{YYYY}' : ''}{${'1'.padStart(series.digits, '0')}}`,
    next_number: numberText(series, series.year, series.last_number + 1),
    livemode,
  }),
})
