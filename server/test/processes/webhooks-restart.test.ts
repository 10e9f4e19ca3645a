/** A single node is killed while it delivers: the next one does not wait for the leases of the dead. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { readyPlace, startServer, useProcesses } from '../support/process.ts'
import { openReceiver } from '../support/receiver.ts'
import { sequencesOf, until } from '../support/webhooks.ts'

useProcesses()

/** The dead had taken them for an hour: whoever waits for the end of that is not seen here. */
async function prolongLeases(dataDir: string): Promise<void> {
  const { connection } = await openEmbeddedPostgres({ dataDir, log: () => {} })
  const database = openDatabase({ ...connection }, { name: 'test', size: 1 })
  const later = sql`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 hour'`
  expect(await database.run(later)).toBe(3)
  // PostgreSQL notices by and by that the node is dead.
  const connections = sql`select pid from pg_stat_activity where application_name = 'cellarbook serve'`
  await until(
    () => database.many(connections),
    ({ length }) => length === 0,
  )
  await database.end()
}

test('what was under way is sent again before its lease ends', async () => {
  const receiver = await openReceiver()
  const place = await readyPlace({ WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' })
  const certificate = path.join(place.folder, 'receiver.pem')
  fs.writeFileSync(certificate, receiver.ca)
  const env = { WEBHOOK_CA_FILE: certificate }
  const first = await startServer(place, env)
  const client = first.client(first.testKey)
  const made = await client.post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['*'] })
  expect(made.status, made.text).toBe(201)
  receiver.behave({ delayMs: 5_000 })
  for (const name of ['one', 'two', 'three']) expect((await client.post('/partners', { name })).status).toBe(201)
  await until(
    () => receiver.received.length,
    count => count === 3,
  )
  await first.kill()
  await prolongLeases(place.dataDir)
  receiver.behave({ delayMs: 0 })
  const second = await startServer(place, env)
  await until(
    () => receiver.received.length,
    count => count === 6,
    60_000,
  )
  expect(new Set(sequencesOf(receiver.received)).size).toBe(3)
  await second.stop()
  await receiver.close()
})
