/** Who stands on a paper, as plain data: stored with what is posted, so that the paper never changes. Pure. */

export interface PartyCountry {
  code: string
  name_cs: string
  name_en: string
}

export interface Party {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
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
export interface PartnerFacts {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
  country: PartyCountry | null
  email: string | null
  phone: string | null
  mobile: string | null
}

/** What a paper says of the company. */
export interface CompanyFacts {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
  register_note: string | null
  email: string | null
  phone: string | null
  web: string | null
  logo_id: string | null
  accent_color: string | null
}

/** Blanks are nothing. */
export const filled = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

export const supplierOf = (company: CompanyFacts, country: PartyCountry | null): Party => ({
  name: company.name,
  ico: filled(company.ico),
  dic: filled(company.dic),
  street: filled(company.street),
  city: filled(company.city),
  zip: filled(company.zip),
  country,
  email: filled(company.email),
  phone: filled(company.phone),
  web: filled(company.web),
  registerNote: filled(company.register_note),
  logoId: company.logo_id,
  accentColor: company.accent_color,
})

export const customerOf = (partner: PartnerFacts): Party => ({
  name: partner.name,
  ico: filled(partner.ico),
  dic: filled(partner.dic),
  street: filled(partner.street),
  city: filled(partner.city),
  zip: filled(partner.zip),
  country: partner.country,
  email: filled(partner.email),
  phone: filled(partner.phone ?? partner.mobile),
  web: null,
  registerNote: null,
  logoId: null,
  accentColor: null,
})
