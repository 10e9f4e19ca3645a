/** `GET /partners/{id}` of random partners. */
import { contend } from '../load.js'
import { randomOf, rateBeside } from './rates.js'

export const nextDetail =
  ({ ids, headers }) =>
  () => ({ path: `/api/v1/partners/${randomOf(ids)}`, headers })

export async function detail(bench) {
  const next = nextDetail(bench)
  const { floor, ours } = await contend([
    { name: 'floor', process: bench.floor, next },
    { name: 'ours', process: bench.installation, next },
  ])
  return [rateBeside({ title: 'GET /partners/{id}', ours, beside: floor, target: { least: 0.6 } })]
}
