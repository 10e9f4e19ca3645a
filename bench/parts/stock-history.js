/** What a confirmation costs in a book with a million movements beside one with hardly any. */
import { median } from '../statistics.js'
import { timeConfirm } from './confirms.js'

const warmUp = 100
const repetitions = 300

export async function stockHistory(bench) {
  const { big, young } = await bench.stock()
  const times = { big: [], young: [] }
  for (let place = 0; place < warmUp + repetitions; place++) {
    const took = {
      young: await timeConfirm(young.client, young.drafts),
      big: await timeConfirm(big.client, big.drafts),
    }
    if (place < warmUp) continue
    for (const name of Object.keys(times)) times[name].push(took[name])
  }
  return [
    {
      title: 'confirm of 5 lines after 1 000 000 movements',
      unit: 'ms',
      value: median(times.big),
      beside: { name: 'young book', value: median(times.young) },
      target: { most: 1.2 },
      note: 'p50, one at a time',
    },
  ]
}
