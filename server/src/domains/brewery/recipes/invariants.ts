/** What always holds of recipes, in SQL. Each statement must return no row. */
import { sql } from '../../../db/sql.ts'
import type { Invariant } from '../../../kernel/verify.ts'

export const recipeInvariants: readonly Invariant[] = [
  {
    id: 'recipes.versions_without_gaps',
    meaning: 'A recipe has all versions from the first to the newest.',
    broken: sql`
      select r.book_id, r.id, r.newest_version, count(v.number) as versions
        from recipes r
        left join recipe_versions v on v.book_id = r.book_id and v.recipe_id = r.id
       group by r.book_id, r.id
      having count(v.number) <> r.newest_version or max(v.number) is distinct from r.newest_version`,
  },
  {
    id: 'recipes.versions_have_ingredients',
    meaning: 'Every version of a recipe has ingredients.',
    broken: sql`
      select v.book_id, v.recipe_id, v.number
        from recipe_versions v
       where not exists (select 1
                           from recipe_ingredients i
                          where i.book_id = v.book_id and i.recipe_id = v.recipe_id and i.recipe_version = v.number)`,
  },
  {
    id: 'recipes.ingredients_convert',
    meaning: 'An ingredient is in a unit of the dimension its item is kept in.',
    broken: sql`
      select g.book_id, g.id
        from recipe_ingredients g
        join items i on i.book_id = g.book_id and i.id = g.item_id
        join units own on own.book_id = i.book_id and own.id = i.unit_id
        join units u on u.book_id = g.book_id and u.id = g.unit_id
       where u.dimension <> own.dimension`,
  },
]
