/** Events: the log of everything that happened, read in pages or followed. */
import { defineDomain } from '../../kernel/domain.ts'
import { eventGet, eventsList } from './endpoints.ts'
import { eventSearches } from './search.ts'
import { eventsStream } from './stream.ts'
import { expireLog } from './workers.ts'

export const events = defineDomain({
  name: 'events',
  after: [],
  tables: { events: 'part' },
  searches: eventSearches,
  endpoints: [eventsList, eventsStream, eventGet],
  workers: [expireLog],
})

export { eventText, redactedBytes } from './view.ts'
export { listRetentionStarts } from './workers.ts'
