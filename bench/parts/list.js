/** The first page of `GET /partners`. */
import { besideFloor } from './rates.js'

export function list(bench) {
  const next = () => ({ path: '/api/v1/partners?limit=50', headers: bench.headers })
  return besideFloor(bench, { title: 'GET /partners?limit=50', next, least: 0.5 })
}
