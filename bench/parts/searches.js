/** What the parts that search share: words of several kinds, one request at a time. */
import { quantile } from '../statistics.js'

const repetitions = 150

/**
 * The kinds take turns, so that no plan the database prepares suits one of them by accident.
 * @param {object} client
 * @param {object} wanted
 * @param {string} wanted.collection Its path.
 * @param {{ title: string, wordOf: (number: number) => string, least: number }[]} wanted.words `least` is how many rows
 *   have to be found.
 * @param {number} [wanted.limitMs] Of the 95th percentile.
 */
export async function searches(client, { collection, words, limitMs }) {
  const times = words.map(() => [])
  for (let number = 0; number < repetitions; number++) {
    for (const [place, { title, wordOf, least }] of words.entries()) {
      const { body, ms } = await client.call(`${collection}?search=${wordOf(number * 7)}`)
      if (body.data.length < least) throw new Error(`${title}: only ${body.data.length} found`)
      times[place].push(ms)
    }
  }
  return words.map(({ title }, place) => ({
    title,
    unit: 'ms',
    value: quantile(times[place], 0.95),
    ...(limitMs && { beside: { name: 'limit', value: limitMs }, target: { most: 1 } }),
    note: `p95; p50 ${quantile(times[place], 0.5).toFixed(1)} ms`,
  }))
}
