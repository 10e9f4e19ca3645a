/** The parties of a paper in words. Pure. */
import type { Party } from '../../core/company/parties.ts'
import type { Fact, PartyBlock } from './paper.ts'
import { countryText, type Language, wordsOf } from './words.ts'

/** Countries are named only on papers that cross a border. */
export const crossesBorder = (supplier: Party, customer: Party | null): boolean =>
  Boolean(customer?.country) && customer?.country?.code !== supplier.country?.code

export function partyBlock(label: string, party: Party, language: Language, showsCountry: boolean): PartyBlock {
  const words = wordsOf(language)
  const place = [party.zip, party.city].filter(part => part !== null).join(' ')
  const country = showsCountry && party.country ? countryText(party.country, language) : ''
  const lines = [
    party.street ?? '',
    place,
    country,
    party.ico ? `${words.ico}: ${party.ico}` : '',
    party.dic ? `${words.dic}: ${party.dic}` : '',
    [party.phone, party.email].filter(part => part !== null).join(', '),
    party.web ?? '',
  ]
  return { label, name: party.name, lines: lines.filter(line => line !== '') }
}

/** Facts without a value are not told. */
export const known = (facts: { label: string; value: string | null | undefined; isStrong?: boolean }[]): Fact[] =>
  facts.filter((fact): fact is Fact => Boolean(fact.value))

/** What stands under every page: where the company is registered, and that a trial is a trial. */
export const footerOf = (supplier: Party, isLive: boolean, language: Language): string | null =>
  [supplier.registerNote, isLive ? null : wordsOf(language).sandbox].filter(text => text !== null).join(' · ') || null
