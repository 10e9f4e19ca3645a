/** The worst body of every endpoint, made from its schema, against a running server: nobody else has to wait for it. */
import http from 'node:http'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import { type Place, readyPlace, startServer, useProcesses } from '../support/process.ts'
import { withBody } from '../support/schemas.ts'
import { pathFor, type Records, someRecords, unreadable, worstBodies } from '../support/worst-bodies.ts'

const maxStallMs = 100
const maxGrownMb = 64
/** The first one may have met garbage of those before it, or code that was not compiled yet. */
const maxTries = 4

useProcesses()

interface Measured {
  stallMs: number
  grownMb: number
}

describe.skipIf(process.platform !== 'linux')('no stall above 100 ms, no memory above 64 MB', () => {
  let place: Place
  let api: Client
  let records: Records
  let socketPath: string

  beforeAll(async () => {
    place = await readyPlace()
    socketPath = path.join(place.folder, 'probe')
    const probe = new URL('../support/probe.js', import.meta.url).href
    const server = await startServer(place, { NODE_OPTIONS: `--import=${probe}`, PROBE_SOCKET: socketPath })
    await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
    api = server.client(server.testKey)
    records = await someRecords(api)
  })

  const probe = (at: '/begin' | '/begin/clean' | '/end'): Promise<Measured> =>
    new Promise((resolve, reject) => {
      http
        // Over a new connection: a kept one may be closed by the server just as it is used, after a pause of a busy machine.
        .get({ socketPath, path: at, agent: false }, response => {
          let text = ''
          response.on('data', chunk => {
            text += chunk
          })
          response.on('end', () => resolve(JSON.parse(text)))
        })
        .on('error', reject)
    })

  async function measured(work: () => Promise<void>): Promise<Measured> {
    let best = { stallMs: Number.POSITIVE_INFINITY, grownMb: Number.POSITIVE_INFINITY }
    for (let tries = 0; tries < maxTries && (best.stallMs > maxStallMs || best.grownMb > maxGrownMb); tries++) {
      await probe(tries === 0 ? '/begin' : '/begin/clean')
      await work()
      const { stallMs, grownMb } = await probe('/end')
      best = { stallMs: Math.min(best.stallMs, stallMs), grownMb: Math.min(best.grownMb, grownMb) }
    }
    return best
  }

  async function expectHarmless(endpoint: ReturnType<typeof withBody>[number], bodies: typeof unreadable) {
    const url = pathFor(endpoint.path, records)
    // What is asked for the first time is made ready first.
    await api.send(endpoint.method, `${url}?dry_run=true`, { body: {} })
    for (const [name, make] of bodies) {
      const raw = make()
      const seen = await measured(async () => {
        const headers = { 'idempotency-key': 'worst' }
        const { status } = await api.send(endpoint.method, `${url}?dry_run=true`, { raw, headers })
        expect(status, name).toBeLessThan(500)
      })
      if (process.env.SHOW_WORST) console.log(endpoint.id, name, seen)
      expect(seen.stallMs, `${name}: stall`).toBeLessThan(maxStallMs)
      expect(seen.grownMb, `${name}: memory`).toBeLessThan(maxGrownMb)
    }
  }

  test('what no schema gets to see', () =>
    expectHarmless(withBody().find(({ id }) => id === 'goodsReceipts.create')!, unreadable))

  const met = new Set<string>()
  const cases = withBody().map(endpoint => [endpoint.id, endpoint, worstBodies(endpoint.body, met)] as const)
  test.for(cases.filter(([, , bodies]) => bodies.length > 0))('%s', ([, endpoint, bodies]) =>
    expectHarmless(endpoint, bodies),
  )
})
