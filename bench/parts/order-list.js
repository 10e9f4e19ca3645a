/** The first page of `GET /orders` among half a million. */
import { contend } from '../load.js'
import { rateBeside } from './rates.js'

export async function orderList(bench) {
  const { listed, floor } = await bench.sales()
  const next = () => ({ path: '/api/v1/orders?limit=50', headers: { Authorization: `Bearer ${listed.key}` } })
  const { floor: beside, ours } = await contend([
    { name: 'floor', process: floor, next },
    { name: 'ours', process: bench.installation, next },
  ])
  return [rateBeside({ title: 'GET /orders?limit=50 of 500 000', ours, beside, target: { least: 0.5 } })]
}
