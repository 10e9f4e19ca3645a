/** The log of calls: what was asked, and what became of it. */
import { defineDomain } from '../../kernel/domain.ts'
import { requestEndpoints } from './endpoints.ts'
import { turnRequestDays } from './workers.ts'

export const requests = defineDomain({
  name: 'requests',
  after: [],
  endpoints: requestEndpoints,
  workers: [turnRequestDays],
})

export { countCalls } from './store.ts'
