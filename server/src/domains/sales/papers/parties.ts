/** The parties of a paper in words. Pure. */

import type { PartyBlock } from '../../../printing/paper.ts'
import type { Language } from '../../../printing/words.ts'
import type { Party } from '../../core/index.ts'
import type { DeliveryAddress } from '../../stock/index.ts'
import { countryText, wordsOf } from './words.ts'

/** Countries are named only on papers that cross a border. */
export const crossesBorder = (supplier: Party, customer: Party | null): boolean =>
  customer !== null && customer.country !== null && customer.country.code !== supplier.country?.code

const placeText = ({ zip, city }: Pick<Party, 'zip' | 'city'>): string =>
  [zip, city].filter(part => part !== null).join(' ')

interface PartyStyle {
  language: Language
  showsCountry: boolean
}

export function partyBlock(party: Party, label: string, { language, showsCountry }: PartyStyle): PartyBlock {
  const words = wordsOf(language)
  const country = showsCountry && party.country ? countryText(party.country, language) : ''
  const lines = [
    party.street ?? '',
    placeText(party),
    country,
    party.ico ? `${words.ico}: ${party.ico}` : '',
    party.dic ? `${words.dic}: ${party.dic}` : '',
    [party.phone, party.email].filter(part => part !== null).join(', '),
    party.web ?? '',
  ]
  return { label, name: party.name, lines: lines.filter(line => line !== '') }
}

const plainPart = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s/g, '')

const isCountry = (text: string, { country }: Party): boolean =>
  country !== null && [country.code, country.name_cs, country.name_en].map(plainPart).includes(plainPart(text))

/** The address of the order, unless all it says stands in the address of the customer. */
export function deliveryBlock(
  address: DeliveryAddress | null,
  { supplier, customer }: { supplier: Party; customer: Party | null },
  language: Language,
): PartyBlock[] {
  if (!address) return []
  const { street, city, zip, country } = address
  const isSame = (name: 'street' | 'city' | 'zip') =>
    address[name] === null || (customer !== null && plainPart(address[name]) === plainPart(customer[name] ?? ''))
  const isSameCountry = country === null || (customer !== null && isCountry(country, customer))
  const isKnown = isSame('street') && isSame('city') && isSame('zip') && isSameCountry
  if (isKnown || [street, city, zip].every(part => part === null)) return []
  const abroad = country !== null && !isCountry(country, supplier) ? country : ''
  const lines = [street ?? '', placeText(address), abroad].filter(line => line !== '')
  return [{ label: wordsOf(language).deliveryAddress, name: null, lines }]
}

/** What stands under every page: where the company is registered, and that a trial is a trial. */
export const footerOf = (supplier: Party, isLive: boolean, language: Language): string | null =>
  [supplier.registerNote, isLive ? null : wordsOf(language).sandbox].filter(text => text !== null).join(' · ') || null
