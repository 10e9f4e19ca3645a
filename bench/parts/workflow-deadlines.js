/** Workflow steps that are all due at once, with three nodes at work: how long until each was handed over, once. */
import { openClient } from '../client.js'
import { dueSteps } from '../settings.js'

const scopes = ['core:read', 'core:write', 'brewery:read', 'brewery:write', 'workflow:write']
const mostSeconds = 60
const jobName = 'the deadlines of workflow steps'

const definition = {
  code: 'LAB',
  name: 'Laboratory',
  on: { document: 'batch', action: 'create' },
  steps: [{ key: 'lab', title: 'Analysis', kind: 'external', timeout_seconds: 604800 }],
}

export async function workflowDeadlines(bench) {
  const { openDatabase } = await import('../../server/dist/db/pool.js')
  const connection = await bench.installation.connection()
  const [{ key, bookId }] = await bench.installation.openAccounts(['workflow'], scopes)
  const client = openClient(bench.installation.origin, key)
  bench.closers.push(() => client.close())
  const databases = ['watch', 'second', 'third'].map(name => openDatabase({ ...connection }, { name, size: 4 }))
  const [watch, ...nodes] = databases
  await define(watch, bookId)
  const step = await addStep(client)
  await copyStep(watch, { bookId, step })
  const isOver = { now: false }
  const looking = nodes.map(database => lookForDeadlines(database, isOver))
  const started = performance.now()
  await query(watch, `update workflow_steps set deadline_at = now() where book_id = '${bookId}'`)
  await until(
    watch,
    `select count(*) = 0 as done from workflow_steps where book_id = '${bookId}' and status = 'called'`,
  )
  const seconds = (performance.now() - started) / 1_000
  isOver.now = true
  await Promise.all(looking)
  await refuseTwice(watch, bookId)
  for (const database of databases) await database.end()
  return [
    {
      title: `${dueSteps} steps due at once, three nodes, each handed over once with its mail`,
      unit: 's',
      value: seconds,
      beside: { name: 'a minute', value: mostSeconds },
      target: { most: 1 },
    },
  ]
}

async function query(database, text) {
  const dedicated = await database.dedicated()
  await dedicated.query('set statement_timeout = 0')
  const { rows } = await dedicated.query(text)
  await dedicated.end()
  return rows
}

async function until(database, question) {
  while (!(await query(database, question))[0].done) await new Promise(resolve => setTimeout(resolve, 100))
}

async function define(database, bookId) {
  await import('../../server/dist/domains/index.js')
  const { importSettings } = await import('../../server/dist/domains/settings/actions.js')
  const { findAccountOfBook } = await import('../../server/dist/kernel/account.js')
  const account = await findAccountOfBook(database, bookId)
  await importSettings(database, Date.now, { account, wanted: { version: 1, workflow_definitions: [definition] } })
}

async function addStep(client) {
  const post = (path, body) => client.call(path, { method: 'POST', body: JSON.stringify(body) })
  const beer = { name: 'Lezak', item_type: 'production_item', unit: { unit_code: 'l' } }
  const { body: item } = await post('/items', beer)
  await post('/batches', { item_id: item.id, planned_volume_l: '2000' })
  const { body } = await client.call('/workflow-steps')
  return body.data[0].id
}

/** The copies belong to the same batch, each to a run of its own. */
async function copyStep(database, { bookId, step }) {
  const columns = (
    await query(
      database,
      `select column_name from information_schema.columns
        where table_name = 'workflow_steps' and column_name not in ('id', 'run_id')`,
    )
  ).map(({ column_name }) => column_name)
  await query(
    database,
    `insert into workflow_steps (id, run_id, ${columns})
     select gen_random_uuid(), gen_random_uuid(), ${columns}
       from workflow_steps, generate_series(2, ${dueSteps})
      where book_id = '${bookId}' and id = '${step}'`,
  )
}

/** What a node does beside its requests, again and again. */
async function lookForDeadlines(database, isOver) {
  const { house } = await import('../../server/dist/domains/index.js')
  const job = house.jobs.find(({ name }) => name === jobName)
  while (!isOver.now) {
    await job.run({ database, clock: Date.now }, () => isOver.now)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

async function refuseTwice(database, bookId) {
  const [{ steps, once, mails }] = await query(
    database,
    `select count(*)::integer as steps, count(*) filter (where status = 'handed_over' and version = 2)::integer as once,
            (select count(*)::integer from mails where topic like 'step:%') as mails
       from workflow_steps
      where book_id = '${bookId}'`,
  )
  if (steps !== dueSteps || once !== dueSteps || mails !== dueSteps)
    throw new Error(`${steps} steps, ${once} handed over once, ${mails} mails`)
}
