/** Categories, events and activities in the settings. */
import { OneOf, Shape, type Static } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, Code, Flag, Name } from '../../../kernel/settings-words.ts'
import { type CategoryRow, categoryKinds, categoryTable, listCategories } from './store.ts'

const Category = Shape({ kind: OneOf(categoryKinds), code: Code, name: Name, is_active: Flag })
type Category = Static<typeof Category>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    categories?: Category[]
  }
}

export const categories = defineSection<Category, CategoryRow>({
  name: 'categories',
  place: 6,
  entry: Category,
  load: ({ db, account }) => listCategories(db, account.book.id),
  key: ({ kind, code }) => `${kind} ${code}`,
  defaults: { is_active: true },
  out: ({ kind, code, name, is_active }) => ({ kind, code, name, is_active }),
  row: (entry, id) => ({ ...entry, id }),
  save: (ctx, rows) => upsertRows(ctx.tx, bookOf(ctx), { table: categoryTable, rows }),
})
