/** `GET /partners?search=` for words that few, many and no partners carry, one request at a time. */
import { commonWord, selectiveWord } from '../setup/seed.js'
import { quantile } from '../statistics.js'

const repetitions = 150

const words = [
  { title: 'search, selective word', wordOf: selectiveWord, least: 1 },
  { title: 'search, common word', wordOf: () => commonWord, least: 50 },
  { title: 'search, two letters', wordOf: () => 'ot', least: 50 },
  { title: 'search, no match', wordOf: number => `nothing${number}`, least: 0 },
]

/** The kinds take turns, so that no plan the database prepares suits one of them by accident. */
export async function search({ client }) {
  const times = words.map(() => [])
  for (let number = 0; number < repetitions; number++) {
    for (const [place, { title, wordOf, least }] of words.entries()) {
      const { body, ms } = await client.call(`/partners?search=${wordOf(number * 7)}`)
      if (body.data.length < least) throw new Error(`${title}: only ${body.data.length} found`)
      times[place].push(ms)
    }
  }
  return words.map(({ title }, place) => ({
    title,
    unit: 'ms',
    value: quantile(times[place], 0.5),
    note: `p95 ${quantile(times[place], 0.95).toFixed(1)} ms`,
  }))
}
