/** GET /search: whatever has this number, id or name, of all kinds the caller may read. */
import { Type } from 'typebox'
import { validationFailed } from '../../contract/problems.ts'
import { described, Nullable, OneOf, Shape, Uuid } from '../../contract/schema.ts'
import { type SearchType, searchTypes } from '../../contract/search.ts'
import { theHouse } from '../../kernel/domain.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { mayRead } from '../../kernel/rights.ts'
import { findHits, type Hit, type SearchKind } from '../../kernel/search.ts'

const SearchHit = Shape({
  object: Type.Literal('search_hit'),
  type: described<SearchType>(OneOf(searchTypes), 'The kind of record.'),
  id: Uuid,
  number: Nullable(Type.String({ description: 'Its number or code, of a partner the business id.' })),
  title: Type.String(),
  subtitle: Nullable(Type.String({ description: 'Such as a city, a kind or a day.' })),
  state: Nullable(Type.String({ description: 'Its status or phase; whether it is active; null where it has none.' })),
})

const query = Shape({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Part of a number, code or name, or a whole id; accents and case do not matter. Fewer than three letters find ' +
      'partners and items that begin with them, and whole numbers.',
  }),
  objects: Type.Optional(
    Type.Array(Type.String(), {
      description: `Only these kinds, repeated or comma-separated: ${searchTypes.join(', ')}.`,
    }),
  ),
})

export const search = defineEndpoint({
  id: 'search.list',
  method: 'GET',
  path: '/search',
  summary: 'Search all kinds of records',
  description: 'At most five of each kind the key may read; what has exactly this id or number comes first.',
  access: { scopes: [] },
  query,
  returns: { status: 200, schema: Shape({ object: Type.Literal('list'), data: Type.Array(SearchHit) }) },
  errors: [],
  async handle({ query: { q, objects } }, { caller, db }) {
    const kinds = wantedKinds(objects).filter(({ access }) => mayRead(caller, access))
    const words = q.trim()
    const hits = words === '' ? [] : await findHits(db, kinds, { bookId: caller.book.id, words })
    return { body: { object: 'list' as const, data: hits.map(hitView) } }
  },
})

const hitView = ({ type, id, number, title, subtitle, state }: Hit) => ({
  object: 'search_hit' as const,
  type,
  id,
  number,
  title,
  subtitle,
  state,
})

function wantedKinds(objects: string[] | undefined): readonly SearchKind[] {
  const { searches } = theHouse()
  if (!objects) return searches
  const known: readonly string[] = searchTypes
  const unknown = objects.filter(object => !known.includes(object))
  if (unknown.length === 0) return searches.filter(({ type }) => objects.includes(type))
  const message = `There is no kind ${unknown.join(', ')}. Known are ${searchTypes.join(', ')}.`
  throw validationFailed([{ field: 'objects', code: 'not_allowed', message }])
}
