/** Every endpoint and workflow of the service, by hand: what is not listed here does not exist. */
import type { Workflow } from '../contract/workflow.ts'
import type { Endpoint } from '../kernel/endpoint.ts'
import { contactCreate, contactGet, contactPatch, contactsList, contactsOfPartner } from './core/contacts/endpoints.ts'
import { getCountries } from './core/countries/endpoints.ts'
import { getHealth } from './core/health/endpoints.ts'
import { getMe } from './core/me/endpoints.ts'
import { partnerByReference, partnerCreate, partnerGet, partnerPatch, partnersList } from './core/partners/endpoints.ts'
import { getPriceLists } from './core/price-lists/endpoints.ts'
import { listUnits } from './core/units/endpoints.ts'
import { eventsList } from './events/endpoints.ts'

export const endpoints: readonly Endpoint[] = [
  getHealth,
  getMe,
  listUnits,
  getCountries,
  getPriceLists,
  partnersList,
  partnerCreate,
  partnerGet,
  partnerPatch,
  partnerByReference,
  contactsOfPartner,
  contactCreate,
  contactGet,
  contactPatch,
  contactsList,
  eventsList,
]

/** Documents with states come with stock, sales and finance. */
export const workflows: readonly Workflow[] = []
