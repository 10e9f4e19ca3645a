/** The company the papers of the book are made out by. A book has exactly one. */
import { only, upsertRows } from '../../../db/upsert.ts'
import { logoFault, logoIdOf } from '../../../lib/logo.ts'
import { type CompanyWithLogo, companyTable, keepLogo } from '../../core/company/store.ts'
import type { SettingsCompany } from '../schema.ts'
import { defineSection } from '../section.ts'
import { bookOf } from './parts.ts'

export const company = defineSection<SettingsCompany, CompanyWithLogo>({
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
    logo: null,
    accent_color: null,
  },
  // A colour is the same in small letters and in capitals.
  canonical: sent => ({ ...sent, ...(sent.accent_color && { accent_color: sent.accent_color.toLowerCase() }) }),
  out: ({ id: _, logo_id: __, ...entry }) => entry,
  row: (entry, id) => ({ ...entry, id, logo_id: entry.logo === null ? null : logoIdOf(entry.logo) }),
  refuse({ country, logo }, before, world) {
    if (!world.countryCodes.has(country)) return `${country} is no country of ISO 3166-1.`
    return logo === null || logo === before?.logo ? undefined : logoFault(logo)
  },
  async save(ctx, rows) {
    for (const { logo } of rows) if (logo !== null) await keepLogo(ctx.tx, bookOf(ctx), logo)
    await upsertRows(
      ctx.tx,
      companyTable,
      bookOf(ctx),
      rows.map(row => only(companyTable, row)),
    )
  },
})
