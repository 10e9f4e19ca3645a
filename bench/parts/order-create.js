/** `POST /orders` of five lines priced by the cascade, on one book. */
import { contend } from '../load.js'
import { warmUpWrites } from '../settings.js'
import { rateBeside } from './rates.js'

export async function orderCreate(bench) {
  const { hot, floor } = await bench.sales()
  const headers = { Authorization: `Bearer ${hot.key}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify(hot.order)
  const next = () => ({ method: 'POST', path: '/api/v1/orders', headers, body })
  const {
    floor: beside,
    ours,
    ...limits
  } = await contend([
    { name: 'floor', process: floor, next, warmUp: warmUpWrites },
    { name: 'ours', process: bench.installation, next, warmUp: warmUpWrites },
    ...(await bench.bare()).order(),
  ])
  return [rateBeside({ title: 'POST /orders, 5 lines', ours, beside, limits, target: { least: 0.5 } })]
}
