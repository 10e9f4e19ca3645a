/** The first page of `GET /partners`. */
import { contend } from '../load.js'
import { rateBeside } from './rates.js'

export async function list({ floor: floorProcess, installation, headers }) {
  const next = () => ({ path: '/api/v1/partners?limit=50', headers })
  const { floor, ours } = await contend([
    { name: 'floor', process: floorProcess, next },
    { name: 'ours', process: installation, next },
  ])
  return [rateBeside({ title: 'GET /partners?limit=50', ours, beside: floor, target: { least: 0.5 } })]
}
