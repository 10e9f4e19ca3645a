/** Core: partners, contacts, items, prices, and the lists everything else refers to. */
import { defineDomain } from '../../kernel/domain.ts'
import { getCategories } from './categories/endpoints.ts'
import { categories } from './categories/settings.ts'
import { company } from './company/settings.ts'
import { contactCreate, contactGet, contactPatch, contactsList, contactsOfPartner } from './contacts/endpoints.ts'
import { getCountries } from './countries/endpoints.ts'
import { getDeposits } from './deposits/endpoints.ts'
import { deposits } from './deposits/settings.ts'
import { getHealth } from './health/endpoints.ts'
import { coreInvariants } from './invariants.ts'
import { itemEndpoints } from './items/endpoints.ts'
import { usesOfItems } from './items/uses.ts'
import { getMe } from './me/endpoints.ts'
import { startCore } from './new-book.ts'
import { getNumberSeries } from './number-series/endpoints.ts'
import { numberSeries } from './number-series/settings.ts'
import { partnerEndpoints } from './partners/endpoints.ts'
import { getPriceLists } from './price-lists/endpoints.ts'
import { priceLists } from './price-lists/settings.ts'
import { itemPrice } from './prices/endpoints.ts'
import { discounts, partnerPrices, priceEntries } from './prices/settings.ts'
import { coreSearches } from './search.ts'
import { listUnits } from './units/endpoints.ts'
import { units } from './units/settings.ts'
import { getVatRates } from './vat-rates/endpoints.ts'
import { vatRates } from './vat-rates/settings.ts'

export const core = defineDomain({
  name: 'core',
  after: [],
  records: [
    { object: 'partner', path: '/partners', table: 'partners', carriesFiles: true, family: 'partner' },
    {
      object: 'item',
      path: '/items',
      table: 'items',
      carriesFiles: true,
      family: 'item',
      // Items live longer than a year: their codes go on.
      series: [{ kind: 'item', prefix: 'Z', isYearly: false, place: 1 }],
    },
  ],
  tables: {
    units: 'part',
    companies: 'part',
    company_logos: 'part',
    vat_rates: 'record',
    categories: 'record',
    number_series: 'record',
    price_lists: 'record',
    price_list_entries: 'record',
    partner_prices: 'record',
    discounts: 'record',
    deposits: 'record',
    partners: 'record',
    contacts: 'record',
    items: 'record',
  },
  searches: coreSearches,
  endpoints: [
    getHealth,
    getMe,
    listUnits,
    getCountries,
    getPriceLists,
    getVatRates,
    getCategories,
    getDeposits,
    getNumberSeries,
    ...partnerEndpoints,
    contactsOfPartner,
    contactCreate,
    contactGet,
    contactPatch,
    contactsList,
    ...itemEndpoints,
    itemPrice,
  ],
  invariants: coreInvariants,
  uses: usesOfItems,
  newBook: startCore,
  settings: [
    company,
    units,
    vatRates,
    categories,
    numberSeries,
    priceLists,
    priceEntries,
    partnerPrices,
    discounts,
    deposits,
  ],
})

export { keepLabels, labelErrors, lineLabelErrors, noLabels } from './categories/references.ts'
export { type Party, type PartyCountry, trimToNull } from './company/parties.ts'
export { type CompanyRow, findLogo, getCompany, type PartyRows, partiesOf, partyColumns } from './company/store.ts'
export { addContact } from './contacts/actions.ts'
export type { ContactCreate } from './contacts/schema.ts'
export { findContact } from './contacts/store.ts'
export { type CountryRow, findCountryByCode, listCountries } from './countries/store.ts'
export { depositOfItem } from './deposits/rules.ts'
export { type DepositChoice, findDepositChoices } from './deposits/store.ts'
export { amountOfDeposit } from './deposits/uses.ts'
export { addItem } from './items/actions.ts'
export { countedBeer, type ItemChange } from './items/beer.ts'
export { beersOf, hasBeer } from './items/beer-store.ts'
export {
  itemCopies,
  itemJoins,
  itemJoinsIfAny,
  namesItem,
  shownItem,
  shownItemIfAny,
  shownItemOf,
} from './items/copies.ts'
export { type CopyingDocuments, copyItemsToDrafts } from './items/copies-store.ts'
export {
  itemOfLine,
  type LineItems,
  lineItemsOf,
  refuseOtherUnit,
  refuseUnits,
  unusableItems,
} from './items/line-items.ts'
export {
  type ItemType,
  isStocked,
  itemTypes,
  type StockCategory,
  stockCategories,
  stockCategoryOf,
} from './items/rules.ts'
export type { ItemCreate } from './items/schema.ts'
export { hasItems, type Item, listItemsCalled } from './items/store.ts'
export { stockOfItem, typeOfItem, unitOfItem } from './items/uses.ts'
export { recipeUnitOf, unitOf } from './items/view.ts'
export { measureProfile } from './me/rules.ts'
export { MeasureProfile } from './me/schema.ts'
export { itemNames } from './names/sources.ts'
export { listPartnerNames } from './names/store.ts'
export { ItemText } from './names/words.ts'
export { addPartner, changePartner } from './partners/actions.ts'
export { countryCodeOf, type NamedPartner, prefixOf } from './partners/identity.ts'
export { isSameName } from './partners/names.ts'
export type { PartnerCreate } from './partners/schema.ts'
export { findNamedPartner, findPartner, type Partner } from './partners/store.ts'
export { findListCurrency, listPriceLists } from './price-lists/store.ts'
export { type FoundPrice, priceOf, priceSources } from './prices/rules.ts'
export { findCandidates } from './prices/store.ts'
export { decimalsOf, getUnit, refuseScale, withoutUnit } from './units/actions.ts'
export { listAllUnits, type UnitRow } from './units/store.ts'
export { quantityInUnit } from './units/uses.ts'
export {
  type ExemptLine,
  exemptionErrors,
  exemptionOf,
  type VatExemption,
  VatExemptionInput,
  VatExemptionShown,
} from './vat-rates/exemptions.ts'
export { listVatRates, rateOfItem, type VatRateRow } from './vat-rates/store.ts'
