/** Many clients of one process at once: each promise of the write path holds under parallel requests. */
import { beforeAll, expect, test } from 'vitest'
import { cli } from '../support/commands.ts'
import {
  logWithoutGap,
  type Nodes,
  oneKeyRunsOnce,
  oneReferenceOneRecord,
  oneVersionOneUpdate,
  syncLosesNothing,
} from '../support/parallel-stories.ts'
import { type Place, readyPlace, type ServerProcess, startServer, useProcesses } from '../support/process.ts'

useProcesses()

let place: Place
let server: ServerProcess
let nodes: Nodes

beforeAll(async () => {
  place = await readyPlace()
  server = await startServer(place)
  nodes = [server.client(server.testKey)]
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

test('one Idempotency-Key in 20 parallel requests runs once', async () => {
  const { busy, replayed } = await oneKeyRunsOnce(nodes)
  console.log(`20 copies at once: 1 ran, ${busy} heard that it runs, ${replayed} got its answer`)
})

test('one external_ref in 50 parallel creates makes one record', () => oneReferenceOneRecord(nodes))

test('one version in 20 parallel updates is updated once', () => oneVersionOneUpdate(nodes))

test('readers of the log beside 12 writers see every event, in order, without a gap', async () => {
  const { events } = await logWithoutGap(nodes)
  console.log(`2 readers saw the same ${events} events`)
})

test('paging by updated_since beside writers loses nothing', async () => {
  const { records, passes } = await syncLosesNothing(nodes)
  console.log(`${records} records in step after ${passes} passes`)
})

test('every invariant holds afterwards, and the process stops well', async () => {
  expect(await cli(place, ['verify'])).toMatchObject({ ok: true, violations: [] })
  expect(await server.stop()).toMatchObject({ code: 0 })
})
