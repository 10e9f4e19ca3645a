/** `GET /items/{id}` of random items. */
import { besideFloor, randomOf } from './rates.js'

export function itemDetail(bench) {
  const { itemIds, headers } = bench
  const next = () => ({ path: `/api/v1/items/${randomOf(itemIds)}`, headers })
  return besideFloor(bench, { title: 'GET /items/{id}', next, least: 0.85 })
}
