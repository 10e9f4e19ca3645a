/** The company the papers of the book are made out by. A book has exactly one. */
import { Type } from 'typebox'
import { Email, Shape, type Static, Text } from '../../../contract/schema.ts'
import { only, upsertRows } from '../../../db/upsert.ts'
import { defineSection } from '../../../kernel/section.ts'
import { bookOf, Name, optional, orNull } from '../../../kernel/settings-words.ts'
import { defineSource } from '../../../kernel/snapshot.ts'
import { logoFault, logoIdOf, maxLogoBytes, maxLogoSide } from '../../../lib/logo.ts'
import { listCountries } from '../countries/store.ts'
import { type CompanyWithLogo, companyTable, getCompanyWithLogo, keepLogo } from './store.ts'

const Company = Shape(
  {
    name: Name,
    ico: orNull(Text(0, 20)),
    dic: orNull(Text(0, 20)),
    street: orNull(Text(0, 200)),
    city: orNull(Text(0, 120)),
    zip: orNull(Text(0, 20)),
    country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1; CZ by default.' })),
    register_note: orNull(
      Type.String({ maxLength: 300, description: 'Where it is registered, as papers have to say it.' }),
    ),
    email: orNull(Email),
    phone: orNull(Text(0, 40)),
    web: orNull(Text(0, 200)),
    logo: orNull(
      Type.String({
        maxLength: 1_000_000,
        contentMediaType: 'image/*',
        description:
          `A PNG or a JPEG as a data URI, at most ${maxLogoBytes} bytes and ${maxLogoSide} pixels along a side; ` +
          'papers issued with a logo keep it.',
      }),
    ),
    accent_color: orNull(
      Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'The colour of the lines on papers, as #rrggbb.' }),
    ),
  },
  { description: 'Who stands on invoices and delivery notes as the supplier.' },
)
type Company = Static<typeof Company>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    company?: Company
  }
}

const countryCodes = defineSource({
  load: async ({ db }) => new Set((await listCountries(db)).map(({ code }) => code)),
})

export const company = defineSection<Company, CompanyWithLogo>({
  name: 'company',
  place: 1,
  entry: Company,
  isSingle: true,
  needs: [countryCodes],
  load: async ({ db, account }) => [await getCompanyWithLogo(db, account)],
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
  refuse({ country, logo }, { before, snapshot }) {
    if (!snapshot.get(countryCodes).has(country)) return `${country} is no country of ISO 3166-1.`
    return logo === null || logo === before?.logo ? undefined : logoFault(logo)
  },
  async save(ctx, rows) {
    for (const { logo } of rows) if (logo !== null) await keepLogo(ctx.tx, bookOf(ctx), logo)
    const kept = rows.map(row => only(companyTable, row))
    await upsertRows(ctx.tx, bookOf(ctx), { table: companyTable, rows: kept })
  },
})
