/** Excise reports: list, detail, create, recalculate, file. */
import { Type } from 'typebox'
import { Shape, SomeOf } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { monthPattern } from '../months.ts'
import { addReport, reportActions } from './actions.ts'
import { reports } from './document.ts'
import { ReportCreate, reportStatuses } from './schema.ts'

const list = documentList(reports, {
  description: 'Without lines. There are no events of reports: read what changed by `updated_since`.',
  filters: Shape({
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
    status: Type.Optional(SomeOf(reportStatuses)),
    period: Type.Optional(Type.String({ pattern: monthPattern, description: 'A month, as YYYY-MM.' })),
  }),
  rules: () => ({
    search: words => sql`lower(r.number) like ${containing(words)} ${unprepared}`,
    status: isAnyOf(sql`r.status`),
    period: is(sql`r.period`),
  }),
})

const create = documentCreate(reports, {
  description: 'A draft, calculated at once; one for each month, up to the current one.',
  body: ReportCreate,
  errors: ['conflict'],
  sharing: 'never',
  run: addReport,
})

export const reportEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(reports),
  ...reportActions.endpoints,
]
