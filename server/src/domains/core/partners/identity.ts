/** Who a partner is, beside its name: a country and a number. */

/** As documents name a supplier. */
export interface NamedPartner {
  /** ISO 3166-1; that of the account where a document names none. */
  country: string
  ico: string | null
  /** Without white space, in capitals. */
  dic: string | null
  name: string
}

/** Prefixes of tax ids that are not the code of their country. */
const otherPrefixes: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', UK: 'GB' }

export const countryCodeOf = (code: string): string => otherPrefixes[code] ?? code

/** The code a tax id begins with; undefined where it is written without one. */
export const prefixOf = (taxId: string): string | undefined => /^[A-Z]{2}/.exec(taxId)?.[0]

interface TaxIdSpellings {
  /** With the prefix of its country. */
  full: string
  /** Without it, as a partner of that country may have it; null where that would look like a prefix again. */
  bare: string | null
  country: string
}

/** A tax id without a prefix is one of the country the document names. */
export function taxIdSpellings(taxId: string, country: string): TaxIdSpellings {
  const prefix = prefixOf(taxId)
  const full = prefix === undefined ? `${country}${taxId}` : taxId
  const bare = full.slice(2)
  return {
    full,
    bare: bare === '' || prefixOf(bare) !== undefined ? null : bare,
    country: countryCodeOf(prefix ?? country),
  }
}
