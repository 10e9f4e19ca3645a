/** `GET /partners/{id}` of random partners. */
import { contend } from '../load.js'
import { randomOf, rateBeside } from './rates.js'

export const detailRequests =
  ({ ids, headers }) =>
  () =>
  () => ({ path: `/api/v1/partners/${randomOf(ids)}`, headers })

export async function detail(bench) {
  const requests = detailRequests(bench)
  const { floor, ours } = await contend([
    { name: 'floor', process: bench.floor, requests },
    { name: 'ours', process: bench.installation, requests },
  ])
  return [rateBeside({ title: 'GET /partners/{id}', ours, beside: floor, target: { least: 0.6 } })]
}
