/** What a page deep in a list costs beside the first ones. */

import { seededPartners } from '../settings.js'
import { median } from '../statistics.js'

const limit = 200
const compared = 20
const repetitions = 5

const orders = [
  { title: 'last pages of GET /partners', query: '' },
  { title: 'last pages of updated_since', query: '&updated_since=2000-01-01T00:00:00Z' },
]

export async function paging({ client }) {
  const measures = []
  for (const { title, query } of orders) measures.push(await pagesOf(client, title, query))
  return measures
}

async function pagesOf(client, title, query) {
  const { paths, seen } = await walk(client, `/partners?limit=${limit}${query}`)
  if (seen.size < seededPartners) throw new Error(`${title}: the walk met ${seen.size} partners`)
  // The last page may be short: the ones before it carry as many rows as the first ones.
  const { first, last } = await timesOf(client, paths.slice(0, compared), paths.slice(-compared - 1, -1))
  return {
    title,
    unit: 'ms',
    value: median(last),
    beside: { name: 'first pages', value: median(first) },
    target: { most: 1.2 },
    note: `${limit} rows each, row ${(paths.length - compared) * limit} and on`,
  }
}

/** Follows the cursors to the end; every partner has to come exactly once. */
async function walk(client, start) {
  const paths = []
  const seen = new Set()
  for (let path = start; path; ) {
    const { body } = await client.call(path)
    paths.push(path)
    for (const { id } of body.data) {
      if (seen.has(id)) throw new Error(`${start}: ${id} came twice`)
      seen.add(id)
    }
    path = body.has_more && `${start}&cursor=${body.next_cursor}`
  }
  return { paths, seen }
}

/** The two ends in turn, because between one end of the walk and the other the machine may have changed its pace. */
async function timesOf(client, firstPaths, lastPaths) {
  const times = { first: [], last: [] }
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (let place = 0; place < compared; place++) {
      times.first.push((await client.call(firstPaths[place])).ms)
      times.last.push((await client.call(lastPaths[place])).ms)
    }
  }
  return times
}
