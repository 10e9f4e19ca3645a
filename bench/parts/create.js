/** `POST /partners`, without and with an Idempotency-Key of its own. */
import { contend } from '../load.js'
import { rateBeside } from './rates.js'

export async function create({ floor: floorProcess, installation, headers, newPartner, bare }) {
  const sent = { method: 'POST', path: '/api/v1/partners' }
  const plain = { ...headers, 'Content-Type': 'application/json' }
  let keys = 0
  const keyed = () => ({ ...plain, 'Idempotency-Key': `create-${keys++}` })
  const unkeyed = () => ({ ...sent, headers: plain, body: newPartner() })
  const { floor, ours, oursKeyed, ...limits } = await contend([
    { name: 'floor', process: floorProcess, next: unkeyed },
    { name: 'ours', process: installation, next: unkeyed },
    {
      name: 'oursKeyed',
      process: installation,
      next: () => ({ ...sent, headers: keyed(), body: newPartner() }),
    },
    ...(await bare()).partner(),
  ])
  return [
    rateBeside({ title: 'POST /partners', ours, beside: floor, limits, target: { least: 0.5 } }),
    rateBeside({ title: 'POST /partners, Idempotency-Key', ours: oursKeyed, beside: floor, limits }),
  ]
}
