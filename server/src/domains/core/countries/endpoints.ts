/** GET /countries: the ids an address refers to. */
import { Type } from 'typebox'
import { DataOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { listCountries } from './store.ts'

const Country = Shape({
  object: Type.Literal('country'),
  id: Uuid,
  code: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  name_cs: Type.String(),
  name_en: Type.String(),
  livemode: Type.Boolean(),
})

export const getCountries = defineEndpoint({
  id: 'countries.list',
  method: 'GET',
  path: '/countries',
  summary: 'All countries, by ISO 3166',
  access: { scopes: ['core:read'] },
  returns: { status: 200, schema: DataOf(Country) },
  errors: [],
  async handle(_input, { db, caller }) {
    const livemode = caller.book.isLive
    const countries = await listCountries(db)
    const data = countries.map((country): Static<typeof Country> => ({ object: 'country', ...country, livemode }))
    return { body: { data } }
  },
})
