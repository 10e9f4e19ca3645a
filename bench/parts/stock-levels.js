/** `GET /stock-levels` of a book with a million movements: now and on a past day, first pages and later ones. */
import { quantile } from '../statistics.js'

const limitMs = 50
const repetitions = 150
const dayMs = 24 * 60 * 60 * 1_000
const seededDays = 1_095

/** Another day every time, over the whole history. */
const dayOf = number => new Date(Date.now() - ((number * 37) % seededDays) * dayMs).toISOString().slice(0, 10)

const asked = [
  { title: 'GET /stock-levels', query: () => '' },
  { title: 'GET /stock-levels?as_of', query: number => `&as_of=${dayOf(number)}` },
]

export async function stockLevels(bench) {
  const { client } = (await bench.stock()).big
  const times = asked.map(() => [])
  for (let number = 0; number < repetitions; number++) {
    for (const [place, { title, query }] of asked.entries()) {
      const path = `/stock-levels?limit=50${query(number)}`
      const first = await client.call(path)
      const second = await client.call(`${path}&cursor=${first.body.next_cursor}`)
      for (const { body, ms } of [first, second]) {
        if (body.data.length < 50) throw new Error(`${title}: only ${body.data.length} found`)
        times[place].push(ms)
      }
    }
  }
  return asked.map(({ title }, place) => ({
    title: `${title}, 1 000 000 movements`,
    unit: 'ms',
    value: quantile(times[place], 0.95),
    beside: { name: 'limit', value: limitMs },
    target: { most: 1 },
    note: `p95; p50 ${quantile(times[place], 0.5).toFixed(1)} ms`,
  }))
}
