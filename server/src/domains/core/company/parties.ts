/** Who stands on a paper, as plain data: stored with what is posted, so that the paper never changes. Pure. */

export interface PartyCountry {
  code: string
  name_cs: string
  name_en: string
}

/** A name, its numbers and where it is. */
interface Addressed {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
}

export interface Party extends Addressed {
  country: PartyCountry | null
  email: string | null
  phone: string | null
  web: string | null
  registerNote: string | null
  /** The picture it had then: pictures are kept for ever. */
  logoId: string | null
  /** `#rrggbb`. */
  accentColor: string | null
}

/** What a paper says of a partner. */
export interface PartnerFacts extends Addressed {
  country: PartyCountry | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** What a paper says of the company. */
export interface CompanyFacts extends Addressed {
  /** Where it is registered, in its own words. */
  register_note: string | null
  email: string | null
  phone: string | null
  web: string | null
  logo_id: string | null
  accent_color: string | null
}

/** Blanks are nothing. */
export const trimToNull = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

const trimParty = ({ name, ico, dic, street, city, zip }: Addressed): Addressed => ({
  name,
  ico: trimToNull(ico),
  dic: trimToNull(dic),
  street: trimToNull(street),
  city: trimToNull(city),
  zip: trimToNull(zip),
})

export const supplierOf = (company: CompanyFacts, country: PartyCountry | null): Party => ({
  ...trimParty(company),
  country,
  email: trimToNull(company.email),
  phone: trimToNull(company.phone),
  web: trimToNull(company.web),
  registerNote: trimToNull(company.register_note),
  logoId: company.logo_id,
  accentColor: company.accent_color,
})

export const customerOf = (partner: PartnerFacts): Party => ({
  ...trimParty(partner),
  country: partner.country,
  email: trimToNull(partner.email),
  phone: trimToNull(partner.phone ?? partner.mobile),
  web: null,
  registerNote: null,
  logoId: null,
  accentColor: null,
})
