/** API keys, as the people of an account manage them. */
import { defineDomain } from '../../kernel/domain.ts'
import { keyEndpoints } from './endpoints.ts'

export const keys = defineDomain({
  name: 'keys',
  after: ['accounts', 'people', 'webhooks'],
  endpoints: keyEndpoints,
})

export { callsOfKeys } from './calls.ts'
