/** Confirming a stock issue of as many lines as a document may have, in a book with a long history. */
import { longLines } from '../setup/seed-stock-drafts.js'
import { median, quantile } from '../statistics.js'
import { timeConfirm } from './confirms.js'

const limitMs = 150
const warmUp = 10
const repetitions = 40

export async function stockLong(bench) {
  const { big } = await bench.stock()
  const times = []
  for (let place = 0; place < warmUp + repetitions; place++) {
    const ms = await timeConfirm(big.client, big.longDrafts)
    if (place >= warmUp) times.push(ms)
  }
  return [
    {
      title: `confirm of ${longLines} lines`,
      unit: 'ms',
      value: median(times),
      beside: { name: 'limit', value: limitMs },
      target: { most: 1 },
      note: `p50; p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    },
  ]
}
