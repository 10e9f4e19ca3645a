/** The log of calls: what was asked, and what became of it. */
import { defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { callsOfKeys } from '../keys/index.ts'
import { requestEndpoints } from './endpoints.ts'
import { countCallsOfKeys } from './store.ts'
import { turnRequestDays } from './workers.ts'

export const requests = defineDomain({
  name: 'requests',
  after: ['keys'],
  endpoints: requestEndpoints,
  fills: [fill(callsOfKeys, countCallsOfKeys)],
  workers: [turnRequestDays],
})
