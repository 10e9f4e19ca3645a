/** Administration: what owners and administrators of an account see and change of it. */
import { defineDomain } from '../../kernel/domain.ts'
import { getPlan } from './plan-endpoints.ts'
import { settingsEndpoints } from './settings-endpoints.ts'

export const administration = defineDomain({
  name: 'administration',
  after: ['accounts', 'people', 'settings'],
  endpoints: [...settingsEndpoints, getPlan],
})
