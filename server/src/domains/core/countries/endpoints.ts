/** GET /countries: the ids an address refers to. */
import { Type } from 'typebox'
import { Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineLookup } from '../../../kernel/lookup.ts'
import { listCountries } from './store.ts'

const Country = Shape({
  object: Type.Literal('country'),
  id: Uuid,
  code: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  name_cs: Type.String(),
  name_en: Type.String(),
  livemode: Type.Boolean(),
})

export const getCountries = defineLookup({
  id: 'countries.list',
  path: '/countries',
  summary: 'List countries (ISO 3166)',
  record: Country,
  list: ({ db }) => listCountries(db),
  view: (country, livemode): Static<typeof Country> => ({ object: 'country', ...country, livemode }),
})
