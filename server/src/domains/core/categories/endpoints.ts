/** GET /categories: what a document is put in, and the events and activities it belongs to. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { categoryKinds, listCategories } from './store.ts'

const Category = Shape({
  object: Type.Literal('category'),
  id: Uuid,
  kind: Type.Unsafe<(typeof categoryKinds)[number]>({
    ...OneOf(categoryKinds),
    description: 'Which field can refer to it: category_id, event_id or activity_id.',
  }),
  code: Type.String(),
  name: Type.String(),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
})

export const getCategories = defineLookup({
  id: 'categories.list',
  path: '/categories',
  summary: 'List categories, events and activities',
  filters: Shape({ kind: Type.Optional(OneOf(categoryKinds)) }),
  record: Category,
  list: ({ db, account }, { kind }) => listCategories(db, account.book.id, kind),
  view: (category, livemode): Static<typeof Category> => ({ object: 'category', ...category, livemode }),
})
