/** What is asked again and again is planned once, however much a book holds. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { partnerEndpoints } from '../../src/domains/core/partners/endpoints.ts'
import type { ReadContext } from '../../src/kernel/context.ts'
import type { Endpoint } from '../../src/kernel/endpoint.ts'
import { readLog } from '../../src/kernel/log.ts'
import { useService } from '../support/service.ts'

const service = useService()
let client: pg.Client
let bookId: string
let statements = 0

/** A large book, in a transaction that is given up at the end. */
beforeAll(async () => {
  const api = await (await service.tenant()).key()
  const { body } = await api.post('/partners', { name: 'Hospoda' })
  client = new pg.Client(service.owner)
  await client.connect()
  const { rows } = await client.query('select book_id from partners where id = $1', [body.id])
  bookId = rows[0].book_id
  await client.query('begin')
  // Rules of one row among others are not what this is about, and take their time.
  await client.query('set local session_replication_role = replica')
  await multiply('partners', { id: 'gen_random_uuid()', updated_at: "updated_at - g * interval '1 minute'" })
  await multiply('events', { id: 'gen_random_uuid()', sequence: 'sequence + g' })
})

afterAll(async () => {
  await client.query('rollback')
  await client.end()
})

async function multiply(table: string, changed: Record<string, string>): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names: string[] = rows.map(({ name }) => name)
  const values = names.map(name => changed[name] ?? name)
  await client.query(
    `insert into ${table} (${names})
     select ${values} from (select * from ${table} where book_id = $1 limit 1) one, generate_series(1, 30000) g`,
    [bookId],
  )
  await client.query(`analyze ${table}`)
}

/** How many of eight executions use the plan PostgreSQL keeps; it makes five for their values before it decides. */
async function keptPlans(ask: (db: Queryable) => Promise<unknown>): Promise<number> {
  let asked: Sql = sql``
  await ask({
    ...service.database,
    many: async (statement: Sql) => {
      asked = statement
      return []
    },
  })
  const { text, values } = asked
  const name = `asked ${++statements}`
  for (let call = 0; call < 8; call++) await client.query({ name, text, values })
  const { rows } = await client.query('select generic_plans::int as kept from pg_prepared_statements where name = $1', [
    name,
  ])
  return rows[0].kept
}

const list = partnerEndpoints.find(({ id }) => id === 'partners.list') as Endpoint & {
  handle(input: object, ctx: object): Promise<unknown>
}
const listed = (query: object) => (db: Queryable) =>
  list.handle({ query, params: {} }, { db, account: { book: { id: bookId } } } as Partial<ReadContext>)

test.each([
  ['all partners', {}],
  ['few of them', { limit: 3 }],
  ['what changed in the last hour', { updated_since: new Date(Date.now() - 3_600_000).toISOString() }],
  ['what changed since nothing did', { updated_since: new Date(Date.now() + 3_600_000).toISOString() }],
])('the plan of a list is kept: %s', async (_, query) => {
  expect(await keptPlans(listed(query))).toBe(3)
})

test('the plan of a look at the end of a long log is kept', async () => {
  const after = { after: 29_990, types: undefined, limit: 200 }
  expect(await keptPlans(db => readLog(db, bookId, after))).toBe(3)
})
