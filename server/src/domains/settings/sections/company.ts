/** The company the papers of the book are made out by. A book has exactly one. */
import { upsertRows } from '../../../db/upsert.ts'
import { type CompanyRow, companyTable } from '../../core/company/store.ts'
import type { SettingsCompany } from '../schema.ts'
import { defineSection } from '../section.ts'
import { bookOf } from './parts.ts'

export const company = defineSection<SettingsCompany, CompanyRow>({
  name: 'company',
  wanted: document => document.company && [document.company],
  put(document, [only]) {
    if (only) document.company = only
  },
  rows: world => world.company,
  key: ({ name }) => name,
  // Whatever it is called, it is the same one.
  identity: () => [],
  defaults: {
    ico: null,
    dic: null,
    street: null,
    city: null,
    zip: null,
    country: 'CZ',
    register_note: null,
    email: null,
    phone: null,
    web: null,
  },
  out: ({ id: _, ...entry }) => entry,
  row: (entry, id) => ({ ...entry, id }),
  refuse: ({ country }, _before, world) =>
    world.countryCodes.has(country) ? undefined : `${country} is no country of ISO 3166-1.`,
  save: (ctx, rows) => upsertRows(ctx.tx, companyTable, bookOf(ctx), rows),
})
