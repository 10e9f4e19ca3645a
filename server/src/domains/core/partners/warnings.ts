/** What looks mistyped in the numbers of a partner. It is told and refuses nothing: a person decides. */
import { Type } from 'typebox'
import { described, OneOf, Shape, type Static } from '../../../contract/schema.ts'
import { countryCodeOf, prefixOf } from './identity.ts'

const PartnerWarning = Shape(
  {
    field: described<'ico' | 'dic'>(OneOf(['ico', 'dic']), 'The number that looks wrong.'),
    code: described<'form' | 'check_digit' | 'prefix_missing'>(
      OneOf(['form', 'check_digit', 'prefix_missing']),
      'It has another form than numbers of its country, its last digit does not fit, or the country is not in front of it.',
    ),
    message: Type.String({ description: 'What to look at, in words.' }),
  },
  { title: 'PartnerWarning' },
)
export type PartnerWarning = Static<typeof PartnerWarning>

export const PartnerWarnings = described<PartnerWarning[]>(
  Type.Array(PartnerWarning),
  'What looks mistyped in ico and dic. Nothing is refused for it.',
)

interface Numbers {
  ico: string | null
  dic: string | null
  /** ISO 3166-1, that of the account for a partner without one. */
  country: string
}

export const warningsOf = ({ ico, dic, country }: Numbers): PartnerWarning[] => [
  ...(ico ? icoWarnings(plain(ico), country) : []),
  ...(dic ? dicWarnings(plain(dic)) : []),
]

const plain = (number: string): string => number.replace(/\s/g, '').toUpperCase()

/** Business ids of other countries have too many forms to say anything. */
function icoWarnings(ico: string, country: string): PartnerWarning[] {
  if (country !== 'CZ' && country !== 'SK') return []
  const warning = (code: PartnerWarning['code'], message: string) => [{ field: 'ico' as const, code, message }]
  if (!/^\d{1,8}$/.test(ico)) return warning('form', `A business id of ${country} has eight digits.`)
  if (country === 'CZ' && !isCzechId(ico)) return warning('check_digit', 'Its last digit does not fit the others.')
  return []
}

/** The last of the eight digits follows from the others, modulo 11. */
function isCzechId(ico: string): boolean {
  const digits = [...ico.padStart(8, '0')].map(Number)
  const sum = digits.slice(0, 7).reduce((total, digit, index) => total + digit * (8 - index), 0)
  return digits[7] === (11 - (sum % 11)) % 10
}

/** What follows the prefix of the country, as the tax offices of the EU and its neighbours write it. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

function dicWarnings(dic: string): PartnerWarning[] {
  const warning = (code: PartnerWarning['code'], message: string) => [{ field: 'dic' as const, code, message }]
  const prefix = prefixOf(dic)
  if (prefix === undefined) return warning('prefix_missing', 'Put the code of the country in front of it, such as CZ.')
  const [country, number] = [countryCodeOf(prefix), dic.slice(2)]
  const form = forms[country]
  if (form && !form.test(number)) return warning('form', `A tax id of ${country} has another form.`)
  // The tax id of a Czech company is its business id; people have numbers of nine or ten digits.
  const isCompany = country === 'CZ' && number.length === 8
  return isCompany && !isCzechId(number) ? warning('check_digit', 'Its last digit does not fit the others.') : []
}
