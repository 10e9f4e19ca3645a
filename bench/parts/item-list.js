/** The first page of `GET /items`. */
import { besideFloor } from './rates.js'

export function itemList(bench) {
  const next = () => ({ path: '/api/v1/items?limit=50', headers: bench.headers })
  return besideFloor(bench, { title: 'GET /items?limit=50', next, least: 0.5 })
}
