/** The same create sent over and over with the same Idempotency-Key: answered from the stored answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { contend } from '../load.js'
import { nextDetail } from './detail.js'
import { rateBeside } from './rates.js'

const settledMs = 500

export async function replay(bench) {
  const { installation, headers, client, newPartner } = bench
  const first = {
    method: 'POST',
    path: '/api/v1/partners',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'replayed' },
    body: newPartner(),
  }
  await client.call('/partners', first)
  const before = await settledSequence(client)
  const { ours, detail } = await contend([
    { name: 'detail', process: installation, next: nextDetail(bench) },
    { name: 'ours', process: installation, next: () => first },
  ])
  const again = await client.call('/partners', first)
  if (again.header('idempotent-replayed') !== 'true') throw new Error('replay: the answer was not a replay')
  if ((await latestSequence(client)) !== before) throw new Error('replay: something was written')
  return [
    rateBeside({ title: 'POST /partners, replayed', ours, beside: detail, name: 'our detail', target: { least: 0.5 } }),
  ]
}

/** The requests that the end of the part before cut off may still be at work. */
async function settledSequence(client) {
  for (let before = await latestSequence(client); ; ) {
    await sleep(settledMs)
    const after = await latestSequence(client)
    if (after === before) return after
    before = after
  }
}

const latestSequence = async client => (await client.call('/partners?limit=1')).header('x-service-latest-sequence')
