/** Suppliers and recipients, from the few elements ISDOC and UBL name alike. */
import type { ReadSupplier } from './model.ts'
import { countryOf, cut, dicOf, emailOf, icoOf, oneLine, streetOf } from './values.ts'

export interface PartyTexts {
  name: string
  ico: string
  dic: string
  street: string
  building: string
  city: string
  zip: string
  country: string
  email: string
  phone: string
}

/** Without a name, which only the recipient may lack. */
export function partyOf(texts: PartyTexts): Omit<ReadSupplier, 'name'> & { name: string | null } {
  const countryCode = countryOf(texts.country)
  return {
    name: oneLine(texts.name, 200),
    ico: icoOf(texts.ico, countryCode ?? countryOf(cut(texts.dic.trim(), 2))),
    dic: dicOf(texts.dic),
    street: streetOf(texts.street, texts.building),
    city: oneLine(texts.city, 120),
    zip: oneLine(texts.zip, 20),
    countryCode,
    email: emailOf(texts.email),
    phone: oneLine(texts.phone, 40),
  }
}
