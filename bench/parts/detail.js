/** `GET /partners/{id}` of random partners. */
import { besideFloor, randomOf } from './rates.js'

export const nextDetail =
  ({ partnerIds, headers }) =>
  () => ({ path: `/api/v1/partners/${randomOf(partnerIds)}`, headers })

export const detail = bench => besideFloor(bench, { title: 'GET /partners/{id}', next: nextDetail(bench), least: 0.6 })
