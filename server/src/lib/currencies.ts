/** Currencies by ISO 4217, as the JavaScript engine knows them. */

const known = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => known.has(code)

/** Amounts without a currency of their own, such as the sale price of an item, are in this one. */
export const homeCurrency = 'CZK'
