/** kill -9 of a node while it hands over what is due: the next one goes on, and each step is handed over once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { cli } from '../support/commands.ts'
import { readyPlace, startServer, useProcesses } from '../support/process.ts'
import { copyStep } from '../support/workflow.ts'

useProcesses()

/** Five portions. */
const due = 1_000
const definition = {
  code: 'DUE',
  name: 'Due',
  on: { document: 'batch', action: 'create' },
  steps: [{ key: 'due', title: 'Analysis', kind: 'external' }],
}

test('1000 steps are due, the node is killed among them: each is handed over once, with one mail', async () => {
  const place = await readyPlace()
  const server = await startServer(place)
  const api = server.client(server.testKey)
  const input = JSON.stringify({ version: 1, workflow_definitions: [definition] })
  await cli(place, ['settings', 'import', '--tenant', 'demo', '--mode', 'test'], { input })
  const { body: beer } = await api.post('/items', {
    name: 'Ležák',
    item_type: 'production_item',
    unit: { unit_code: 'l' },
  })
  await api.post('/batches', { item_id: beer.id, planned_volume_l: '100' })
  const [step] = (await api.get('/workflow-steps?definition=DUE')).body.data
  const isOurs = sql`s.document_id = ${step.document.id} and s.key = ${step.key}`

  const { connection } = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
  const database = openDatabase({ ...connection }, { name: 'test', size: 2 })
  const countOf = async (status: string) => {
    const row = await database.maybe<{ count: number }>(
      sql`select count(*)::integer as count from workflow_steps s where ${isOurs} and s.status = ${status}`,
    )
    return row!.count
  }
  await copyStep(database, { id: step.id, copies: due - 1 })
  await database.run(sql`update workflow_steps s set deadline_at = now() where ${isOurs}`)
  while ((await countOf('handed_over')) === 0) await sleep(5)
  await server.kill()
  const left = await countOf('called')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(due)

  await startServer(place)
  while ((await countOf('called')) > 0) await sleep(50)
  const rows = await database.many<{ status: string; version: number; mails: number; count: number }>(sql`
    select s.status, s.version, m.mails, count(*)::integer as count
      from workflow_steps s
      left join lateral (
        select count(*)::integer as mails from mails where topic = 'step:' || s.id) m on true
     where ${isOurs}
     group by 1, 2, 3`)
  await database.end()
  expect(rows).toEqual([{ status: 'handed_over', version: 2, mails: 1, count: due }])
})
