/** One confirmation of a stock issue through the product, recorded: the floor then repeats exactly that SQL. */
import { stockDocumentEndpoints } from '../../server/dist/domains/stock/documents/endpoints.js'
import { findAccount } from '../../server/dist/kernel/account.js'
import { bookQueue } from '../../server/dist/kernel/book-queue.js'
import { bookSignals } from '../../server/dist/kernel/signals.js'
import { writePath } from '../../server/dist/kernel/write.js'
import { newId } from '../../server/dist/lib/ids.js'
import { valuesFor } from './recorded-read.js'
import { recordingTx } from './recording.js'

const confirmation = stockDocumentEndpoints.find(({ id }) => id === 'stockIssues.actions.confirm')
const uuid = /^[0-9a-f-]{36}$/

/**
 * The statements between begin and commit, the first of which locks the book, and the view of the issue. `valuesOf`
 * makes the values of a repetition out of the facts `learn` found in the answers to the statements before.
 */
export async function recordConfirm(database, { slug, issueId }) {
  const account = await findAccount(database, slug, true)
  const recorded = []
  const requestId = newId()
  const transaction = work => database.transaction(tx => work(recordingTx(tx, recorded)))
  const parts = { database: { ...database, transaction }, queue: bookQueue(), signals: bookSignals(), clock: Date.now }
  let view
  await writePath(parts)({ account, actor: { type: 'system', id: null }, requestId }, async ctx => {
    const record = await confirmation.record({ id: issueId }, ctx)
    const reply = await confirmation.handle({ params: { id: issueId }, query: {}, body: {}, record }, ctx)
    view = reply.body
    return { status: 200, body: view, serialize: JSON.stringify }
  })
  const facts = { bookId: account.book.id, issueId, requestId, now: view.updated_at }
  for (const [place, { result }] of recorded.entries()) learn(facts, place, rowsOf(await result))
  const eventIds = nameEvents(facts, recorded.at(-1))
  const asked = distinct(facts)
  const steps = recorded.map(({ text, values }, place) => ({
    statement: { name: `confirm ${place}`, text },
    valuesOf: sequenced(valuesFor({ values }, asked), facts.lastSequence),
  }))
  return { steps, view, eventIds }
}

const rowsOf = result => (Array.isArray(result) ? result : [result].filter(row => typeof row === 'object'))

/** Every id of the answer, under the place of the statement, the place of its line and its column. */
export function learn(facts, place, rows) {
  if (rows[0]?.last_sequence !== undefined) facts.lastSequence ??= Number(rows[0].last_sequence)
  if (rows.some(row => row.item_id)) facts.items ??= rows.map(row => row.item_id)
  for (const row of rows) {
    const name = column => `${place} ${row.item_id ? facts.items.indexOf(row.item_id) : ''} ${column}`
    for (const [column, value] of Object.entries(row)) if (uuid.test(value)) facts[name(column)] = value
    if (row.number) Object.assign(facts, { number: row.number, searchText: row.number.toLowerCase() })
    takeOne(facts, name, [row.quantity, row.value])
    takeOne(facts, name, [row.remaining_quantity, row.remaining_value])
  }
}

/** Larger than anything but the stock of these books: so a number is known by itself. */
const leastStock = 1_000_000

/** Each line takes one piece. What remains then is the one thing the floor has to reckon. */
function takeOne(facts, name, [quantity, value]) {
  if (!(Number(quantity) > leastStock && value)) return
  facts[name('quantity after')] = String(quantity - 1)
  facts[name('value after')] = String(value - value / quantity)
}

/** The ids of the events are the ones nothing else explains. */
function nameEvents(facts, { values }) {
  const known = new Set(Object.values(facts))
  const ids = values.filter(Array.isArray).flat()
  const own = [...new Set(ids)].filter(id => uuid.test(id) && !known.has(id))
  own.forEach((id, place) => {
    facts[`event ${place}`] = id
  })
  return own.map((_, place) => `event ${place}`)
}

/** A text that several answers carry belongs to the first of them: the others may come after it is needed. */
function distinct(facts) {
  const names = new Map()
  for (const [name, text] of Object.entries(facts)) {
    if (typeof text === 'string' && !names.has(text)) names.set(text, name)
  }
  // The longest first: a number may begin like another.
  const found = [...names].toSorted(([one], [other]) => other.length - one.length)
  return Object.fromEntries(found.map(([text, name]) => [name, text]))
}

/** Numbers beyond the book's last event are those of the new ones. */
const sequenced = (valuesOf, recordedLast) => facts =>
  valuesOf(facts).map(value =>
    typeof value === 'number' && value > recordedLast ? value - recordedLast + facts.lastSequence : value,
  )
