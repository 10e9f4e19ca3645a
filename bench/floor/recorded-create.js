/** One create through the product, recorded statement by statement: the floor then repeats exactly that SQL. */
import { partnerEndpoints } from '../../server/dist/domains/core/partners/endpoints.js'
import { findAccount } from '../../server/dist/kernel/account.js'
import { bookQueue } from '../../server/dist/kernel/book-queue.js'
import { bookSignals } from '../../server/dist/kernel/signals.js'
import { writePath } from '../../server/dist/kernel/write.js'
import { newId } from '../../server/dist/lib/ids.js'
import { searchable } from '../../server/dist/lib/search-text.js'
import { slug } from '../settings.js'
import { recordingTx } from './recording.js'

const create = partnerEndpoints.find(({ id }) => id === 'partners.create')

/** Stands in a recorded statement for a value that differs from create to create. */
class Slot {
  constructor(name) {
    this.name = name
  }
}

/**
 * The statements between begin and commit, the first of which locks the book, and the view of the partner.
 * `fill(statement, facts)` gives the values of a repetition.
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
  const slots = slotsOf({ view, requestId, recorded, book: await recorded[0].result })
  const statements = recorded.map(({ text, values }) => ({ text, values: values.map(value => slotted(value, slots)) }))
  return { statements, view }
}

export const fill = ({ values }, facts) =>
  values.map(value => {
    if (Array.isArray(value)) return value.map(item => (item instanceof Slot ? facts[item.name] : item))
    return value instanceof Slot ? facts[value.name] : value
  })

const recording = (database, recorded) => ({
  ...database,
  transaction: work => database.transaction(tx => work(recordingTx(tx, recorded))),
})

const uuid = /^[0-9a-f-]{36}$/

/** Which recorded value means what. The event's own id is the one nothing else explains. */
function slotsOf({ view, requestId, recorded, book }) {
  const { id, name, ico, dic, created_at: now } = view
  const listed = recorded.at(-1).values.filter(Array.isArray).flat()
  const names = {
    id,
    name,
    ico,
    dic,
    now,
    requestId,
    searchText: searchable(name, ico, dic),
    sequence: Number(book.last_sequence) + 1,
    partnerCount: book.partner_count + 1,
    eventId: listed.find(value => uuid.test(value) && value !== id),
  }
  return new Map(Object.entries(names).map(([slot, value]) => [value, new Slot(slot)]))
}

/** The one value in bytes is the event's text. */
function slotted(value, slots) {
  if (Buffer.isBuffer(value)) return new Slot('eventData')
  return Array.isArray(value) ? value.map(item => slots.get(item) ?? item) : (slots.get(value) ?? value)
}
