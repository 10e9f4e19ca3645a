/** The company in the settings. */
import { Type } from 'typebox'
import { Email, Shape, Text } from '../../contract/schema.ts'
import { mostLogoBytes, mostLogoSide } from '../../lib/logo.ts'
import { Name, optional, orNull } from './schema-parts.ts'

export const Company = Shape(
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
        description:
          `A PNG or a JPEG as a data URI, at most ${mostLogoBytes} bytes and ${mostLogoSide} pixels along a side; ` +
          'papers issued with a logo keep it.',
      }),
    ),
    accent_color: orNull(
      Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'The colour of the lines on papers, as #rrggbb.' }),
    ),
  },
  { description: 'Who stands on invoices and delivery notes as the supplier.' },
)
