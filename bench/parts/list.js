/** The first page of `GET /partners`. */
import { besideFloor } from './rates.js'

export async function list(bench) {
  const next = () => ({ path: '/api/v1/partners?limit=50', headers: bench.headers })
  const limit = (await bench.bare()).list()
  return besideFloor(bench, { title: 'GET /partners?limit=50', next, least: 0.5, limit })
}
