/** `GET /partners/{id}` of random partners. */
import { besideFloor, randomOf } from './rates.js'

export const nextDetail =
  ({ partnerIds, headers }) =>
  () => ({ path: `/api/v1/partners/${randomOf(partnerIds)}`, headers })

export async function detail(bench) {
  const limit = (await bench.bare()).detail()
  return besideFloor(bench, { title: 'GET /partners/{id}', next: nextDetail(bench), least: 0.85, limit })
}
