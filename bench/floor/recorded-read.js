/** One read through the product, recorded statement by statement: the floor then repeats exactly that SQL. */
import { jsonArray } from '../../server/dist/db/rows.js'
import { findAccount } from '../../server/dist/kernel/account.js'
import { dayIn } from '../../server/dist/lib/days.js'
import { newId } from '../../server/dist/lib/ids.js'
import { slug } from '../settings.js'
import { recordingTx } from './recording.js'

export const endpointOf = (endpoints, id) => endpoints.find(endpoint => endpoint.id === id)

/** The statements of the endpoint answering this request. */
export async function recordRead(database, endpoint, { params, query = {}, slug: owner = slug }) {
  const account = await findAccount(database, owner, true)
  const recorded = []
  await database.transaction(async tx => {
    const today = dayIn(account.tenant.timeZone, Date.now())
    const ctx = { account, db: recordingTx(tx, recorded), requestId: newId(), today }
    const record = await endpoint.record(params, ctx)
    await endpoint.handle({ params, query, body: undefined, record }, ctx)
  })
  return recorded
}

/**
 * Makes the values of a repetition: `facts` take the place of what the recorded request asked for, also inside a text
 * such as JSON. `asked` has a distinct text under each name.
 */
export function valuesFor({ values }, asked) {
  const names = new Map(Object.entries(asked).map(([name, text]) => [text, name]))
  const pattern = new RegExp(`(${[...names.keys()].join('|')})`)
  const makerOf = value => {
    if (Array.isArray(value)) return listMaker(value.map(makerOf))
    if (Buffer.isBuffer(value)) {
      const textsFor = listMaker(jsonTexts(value).map(makerOf))
      return facts => jsonArray(textsFor(facts))
    }
    const pieces = typeof value === 'string' ? value.split(pattern) : []
    if (pieces.length < 2) return () => value
    return facts => pieces.map(piece => (names.has(piece) ? facts[names.get(piece)] : piece)).join('')
  }
  return listMaker(values.map(makerOf))
}

/** The texts of what `jsonArray` made. */
function jsonTexts(bytes) {
  const texts = []
  for (let at = 20; at < bytes.length; ) {
    const end = at + 4 + bytes.readInt32BE(at)
    texts.push(bytes.toString('utf8', at + 4, end))
    at = end
  }
  return texts
}

const listMaker = makers => facts => makers.map(make => make(facts))
