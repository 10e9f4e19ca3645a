/** Sessions: list, open, detail, their actions. */
import { Type } from 'typebox'
import { DateText, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { sessions } from './document.ts'
import { openSession } from './opening.ts'
import { SessionCreate, sessionStatuses } from './schema.ts'
import { sessionActions } from './transitions.ts'

const list = documentList(sessions, {
  filters: Shape({
    cash_desk_id: Type.Optional(Uuid),
    status: Type.Optional(SomeOf(sessionStatuses)),
    date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'By the day it was opened.' })),
    date_to: Type.Optional(DateText),
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
  }),
  rules: () => ({
    cash_desk_id: is(sql`r.cash_desk_id`),
    status: isAnyOf(sql`r.status`),
    ...betweenDays(sql`r.opened_on`),
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
  }),
})

const open = documentCreate(sessions, {
  description:
    'Opens a session at a desk, one at a time. Sales, refunds and cash returns there belong to it until it is closed.',
  body: SessionCreate,
  errors: ['shop_required', 'cash_desk_required', 'conflict'],
  run: openSession,
})

export const sessionEndpoints: readonly Endpoint[] = [
  list,
  open,
  ...documentReads(sessions),
  ...sessionActions.endpoints,
]
