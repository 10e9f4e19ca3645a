/** What a domain says of records that GET /search finds. */
import type { Access } from '../contract/endpoint.ts'
import type { SearchType } from '../contract/search.ts'
import type { Queryable } from '../db/pool.ts'
import { empty, join, type Sql, sql, unprepared } from '../db/sql.ts'
import { isUuid } from '../lib/ids.ts'
import { beginning, containing, searchable } from '../lib/search-text.ts'

export interface SearchKind {
  type: SearchType
  access: Access
  /** The table, under the alias `r`. */
  from: Sql
  /** A condition that always holds, where the table has several kinds. */
  where?: Sql
  /** What is shown of a row: texts, or null. */
  shown: { number: Sql; title: Sql; subtitle: Sql; state: Sql }
  /** How words find it. */
  by: Finding
}

export type Finding =
  /** `search_text`, by its trigrams; where it has an index by its beginning, two letters find something, too. */
  | { text: 'anywhere'; isBeginningIndexed?: boolean }
  /** The number, by its trigrams: an index has it in small letters. */
  | { text: 'number' }
  /** An expression in small letters, by its beginning. */
  | { text: 'beginning'; of: Sql }
  /** Only by its id. */
  | { text: 'none' }

export interface Hit {
  type: SearchType
  id: string
  number: string | null
  title: string
  subtitle: string | null
  state: string | null
  is_exact: boolean
}

/** Of each kind. */
const most = 5
/** Shorter words have no trigrams. */
const shortest = 3

interface Asked {
  bookId: string
  /** As it was typed, without spaces around it. */
  words: string
}

/** One statement. Those whose id or number it is come first, then each kind in its order. */
export async function findHits(db: Queryable, kinds: readonly SearchKind[], asked: Asked): Promise<Hit[]> {
  const found = kinds.flatMap(kind => {
    const condition = conditionOf(kind, asked.words)
    return condition ? [hitsOf(kind, asked, condition)] : []
  })
  if (found.length === 0) return []
  const hits = await db.many<Hit>(sql`${join(found, ' union all ')} ${unprepared}`)
  return [...hits.filter(hit => hit.is_exact), ...hits.filter(hit => !hit.is_exact)]
}

/** Undefined where such words cannot find such a record. */
function conditionOf({ by, shown }: SearchKind, words: string): Sql | undefined {
  if (isUuid(words.toLowerCase())) return sql`r.id = ${words.toLowerCase()}::uuid`
  if (by.text === 'none') return undefined
  if (by.text === 'beginning') return sql`${by.of} collate "C" like ${beginning(words)}`
  if (searchable(words).length >= shortest) return sql`${searchedOf(by)} like ${containing(words)}`
  return by.text === 'anywhere' && by.isBeginningIndexed
    ? sql`r.search_text collate "C" like ${beginning(words)}`
    : sql`${shown.number} = ${words}`
}

const searchedOf = ({ text }: Finding): Sql => (text === 'number' ? sql`lower(r.number)` : sql`r.search_text`)

function hitsOf({ type, from, where, shown, by }: SearchKind, { bookId, words }: Asked, condition: Sql): Sql {
  const isExact = sql`(r.id::text = lower(${words}::text) or coalesce(lower(${shown.number}) = lower(${words}), false))`
  const beginsFirst = by.text === 'anywhere' ? sql`(r.search_text like ${beginning(words)}) desc,` : empty
  return sql`(
    select ${type}::text as type, r.id, ${shown.number} as number, ${shown.title} as title,
           ${shown.subtitle} as subtitle, ${shown.state} as state, ${isExact} as is_exact
      from ${from}
     where r.book_id = ${bookId} ${where ? sql`and ${where}` : empty} and ${condition}
     order by ${isExact} desc, ${beginsFirst} r.created_at desc, r.id desc
     limit ${most})`
}
