/** One create through the product, recorded statement by statement: the floor then repeats exactly that SQL. */
import { partnerEndpoints } from '../../server/dist/domains/core/partners/endpoints.js'
import { findAccount } from '../../server/dist/kernel/account.js'
import { bookQueue } from '../../server/dist/kernel/book-queue.js'
import { bookSignals } from '../../server/dist/kernel/signals.js'
import { writePath } from '../../server/dist/kernel/write.js'
import { newId } from '../../server/dist/lib/ids.js'
import { searchable } from '../../server/dist/lib/search-text.js'
import { slug } from '../settings.js'
import { valuesFor } from './recorded-read.js'
import { recordingTx } from './recording.js'

const create = partnerEndpoints.find(({ id }) => id === 'partners.create')

/**
 * The statements between begin and commit, the first of which locks the book, and the view of the partner.
 * `valuesOf(facts)` of each gives the values of a repetition.
 */
export async function recordCreate(database, body) {
  const account = await findAccount(database, slug, true)
  const recorded = []
  const requestId = newId()
  const parts = { database: recording(database, recorded), queue: bookQueue(), signals: bookSignals(), clock: Date.now }
  let view
  await writePath(parts)({ account, actor: { type: 'system', id: null }, requestId }, async ctx => {
    const reply = await create.handle({ params: {}, query: {}, body, record: undefined }, ctx)
    view = reply.body
    return { status: 201, body: view, serialize: JSON.stringify }
  })
  const { last_sequence, partner_count } = await recorded[0].result
  const counts = new Map([
    [Number(last_sequence) + 1, 'sequence'],
    [partner_count + 1, 'partnerCount'],
  ])
  const asked = textsOf({ view, requestId, recorded })
  const statements = recorded.map(({ text, values }) => {
    const valuesOf = valuesFor({ values }, asked)
    return {
      text,
      valuesOf: facts => valuesOf(facts).map(value => (counts.has(value) ? facts[counts.get(value)] : value)),
    }
  })
  return { statements, view }
}

const recording = (database, recorded) => ({
  ...database,
  transaction: work => database.transaction(tx => work(recordingTx(tx, recorded))),
})

const uuid = /^[0-9a-f-]{36}$/

/** Which recorded text means what, the longest first. The event's own id is the one nothing else explains. */
function textsOf({ view, requestId, recorded }) {
  const { id, name, ico, dic, created_at: now } = view
  const listed = recorded.at(-1).values.filter(Array.isArray).flat()
  const eventId = listed.find(value => uuid.test(value) && value !== id)
  return { searchText: searchable(name, ico, dic), id, requestId, eventId, now, name, dic, ico }
}
