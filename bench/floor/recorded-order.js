/** One create of an order through the product, recorded: the floor then repeats exactly that SQL. */
import { orderEndpoints } from '../../server/dist/domains/sales/orders/endpoints.js'
import { findAccount } from '../../server/dist/kernel/account.js'
import { bookQueue } from '../../server/dist/kernel/book-queue.js'
import { numberText } from '../../server/dist/kernel/numbering.js'
import { bookSignals } from '../../server/dist/kernel/signals.js'
import { writePath } from '../../server/dist/kernel/write.js'
import { newId } from '../../server/dist/lib/ids.js'
import { valuesFor } from './recorded-read.js'
import { recordingTx } from './recording.js'

const create = orderEndpoints.find(({ id }) => id === 'orders.create')
const uuid = /^[0-9a-f-]{36}$/

/** The statements between begin and commit, and the names of the ids a repetition has to make. */
export async function recordOrder(database, { slug, order }) {
  const account = await findAccount(database, slug, true)
  const recorded = []
  const requestId = newId()
  const transaction = work => database.transaction(tx => work(recordingTx(tx, recorded)))
  const parts = { database: { ...database, transaction }, queue: bookQueue(), signals: bookSignals(), clock: Date.now }
  let view
  await writePath(parts)({ account, actor: { type: 'api_key', id: newId() }, requestId }, async ctx => {
    const reply = await create.handle({ params: {}, query: {}, body: order, record: undefined }, ctx)
    view = reply.body
    return { status: 201, body: view, serialize: JSON.stringify }
  })
  const lastSequence = Number((await recorded[0].result).last_sequence)
  const ids = { orderId: view.id, requestId, eventId: eventOf(recorded.at(-1), view.id) }
  view.lines.forEach((line, place) => {
    ids[`line ${place}`] = line.id
  })
  const asked = { ...ids, number: view.number, searched: view.number.toLowerCase(), now: view.created_at }
  const steps = recorded.map(({ text, values }, place) => {
    const valuesOf = valuesFor({ values }, asked)
    return {
      statement: { name: `order ${place}`, text },
      valuesOf: facts => valuesOf(facts).map(value => shifted(value, lastSequence, facts.lastSequence)),
    }
  })
  return { steps, view, names: Object.keys(ids) }
}

/** The id in the log that is not the order's. */
const eventOf = ({ values }, orderId) =>
  values
    .filter(Array.isArray)
    .flat()
    .find(value => uuid.test(value) && value !== orderId)

/** Numbers beyond the book's last event are those of the new ones. */
const shifted = (value, recordedLast, last) =>
  typeof value === 'number' && value > recordedLast && value <= recordedLast + 10 ? value - recordedLast + last : value

/** The number the counter gave, as the product writes it. */
export function learnNumber(facts, [row]) {
  if (row?.prefix === undefined) return
  const number = numberText(row, new Date().getFullYear(), row.last_number)
  Object.assign(facts, { number, searched: number.toLowerCase() })
}
