/** The comparison as lines of text: for each part one line a contender. */
import { number } from '../report/table.js'

const known = (value, show) => (Number.isFinite(value) ? show(value) : '')
const milliseconds = value => known(value / 1_000, ms => ms.toFixed(2))

const columns = [
  ['part', ({ title }, place) => (place === 0 ? title : '')],
  ['', row => row.name],
  ['per second', ({ rate }) => number(rate)],
  ['spread', ({ spread }) => `${Math.round(spread * 100)} %`],
  ['new/old', ({ name, rate, rates }) => (name === 'new' ? (rate / rates.old).toFixed(2) : '')],
  [
    'new/beside',
    ({ name, rate, rates }) => (name === 'new' ? known(rate / rates.beside, times => times.toFixed(2)) : ''),
  ],
  [
    'of limit',
    ({ name, rate, rates }) => known(name === 'limit' ? Number.NaN : rate / rates.limit, part => part.toFixed(3)),
  ],
  ['p50 ms', ({ p50Ms }) => known(p50Ms, ms => ms.toFixed(1))],
  ['Node ms', ({ leastCpu }) => milliseconds(leastCpu.node)],
  ['PostgreSQL ms', ({ leastCpu }) => milliseconds(leastCpu.postgres)],
  ['load ms', ({ leastCpu }) => milliseconds(leastCpu.load)],
  ['statements', ({ trips }) => known(trips?.statements, count => count.toFixed(1))],
  ['round trips', ({ trips }) => known(trips?.trips, count => count.toFixed(1))],
]

const names = { limit: 'limit', limitHttp: 'limit, HTTP', beside: 'new, beside' }

/** @param {{ title: string, contenders: Record<string, object> }[]} results */
export function compareTable(results) {
  const rows = results.flatMap(({ title, contenders }) => {
    const rates = Object.fromEntries(Object.entries(contenders).map(([name, { rate }]) => [name, rate]))
    return Object.entries(contenders).map(([name, of], place) =>
      columns.map(([, cell]) => cell({ ...of, name: names[name] ?? name, title, rates }, place)),
    )
  })
  const all = [columns.map(([title]) => title), ...rows]
  const widths = columns.map((_, place) => Math.max(...all.map(row => row[place].length)))
  const line = row => row.map((cell, place) => (place < 2 ? cell.padEnd(widths[place]) : cell.padStart(widths[place])))
  return all.map(row => line(row).join('  ').trimEnd()).join('\n')
}
