/** Prepared statements against a real PostgreSQL: rows are the same however often one has run. */
import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cut } from '../../src/db/connections.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { jsonArray, rowsOf } from '../../src/db/rows.ts'
import { sql } from '../../src/db/sql.ts'
import { query as ask, lineTo, Wave } from '../../src/db/wave.ts'
import { sentOf } from '../../src/db/wire.ts'
import { cloneDatabase } from '../support/service.ts'

let database: Database
let drop: () => Promise<void>
let client: pg.Client
let described = 0

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase(clone.connection, { name: 'statements' })
  client = await database.dedicated()
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('rowDescription', () => {
    described += 1
  })
})

afterAll(async () => {
  await client.end()
  await database.end()
  await drop()
})

const query = (client: pg.Client, { name, text, values = [] }: { name?: string; text: string; values?: unknown[] }) =>
  ask(client, { name, text, sent: values.map(sentOf) })

const kinds = `
  select $1::integer as whole, $2::text as "it's \\ ""quoted""", true as is_true, 12.50::numeric as amount, 5::bigint as long,
         date '2026-02-01' as day, timestamptz '2026-02-01 10:00:00.5+00' as instant, '{"a":[1]}'::jsonb as body,
         '\\x0a'::bytea as bytes, '{a,b}'::text[] as texts, null::integer as nothing`

const row = (whole: number, text: string | null) => ({
  whole,
  'it\'s \\ "quoted"': text,
  is_true: true,
  amount: '12.50',
  long: '5',
  day: '2026-02-01',
  instant: '2026-02-01T10:00:00.500Z',
  body: { a: [1] },
  bytes: Buffer.from([10]),
  texts: ['a', 'b'],
  nothing: null,
})

test('columns are described once on a connection, and rows stay as they are', async () => {
  const ask = (whole: number, text: string | null) =>
    query(client, { name: 'kinds', text: kinds, values: [whole, text] })
  const first = await Promise.all([ask(1, 'one'), ask(2, null)])
  const describedAtOnce = described
  const then = await Promise.all([ask(3, 'three'), ask(4, 'four')])
  expect([...first, ...then].flatMap(({ rows }) => rows)).toEqual([
    row(1, 'one'),
    row(2, null),
    row(3, 'three'),
    row(4, 'four'),
  ])
  expect(describedAtOnce).toBeGreaterThan(0)
  expect(described).toBe(describedAtOnce)
})

test('a statement without columns, and one that found no row, are run again', async () => {
  const insert = { name: 'insert', text: 'insert into kept values ($1)' }
  const find = { name: 'find', text: 'select place from kept where place = $1' }
  await client.query('create temporary table kept (place integer)')
  for (const place of [1, 2, 3]) {
    expect((await query(client, { ...find, values: [place] })).rows).toEqual([])
    expect((await query(client, { ...insert, values: [place] })).rowCount).toBe(1)
    expect((await query(client, { ...find, values: [place] })).rows).toEqual([{ place }])
  }
})

test('an error is told with its code, and the statement works afterwards', async () => {
  const divide = (by: number) => query(client, { name: 'divide', text: 'select 6 / $1::integer as part', values: [by] })
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ part: 3 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(3)).rows).toEqual([{ part: 2 }])
})

test('a wave has one end: what stands behind a failure is not run, told the same error, and works afterwards', async () => {
  await client.query('create temporary table behind (place integer)')
  const put = (place: number) => ({ name: 'put', text: 'insert into behind values ($1)', sent: [`${place}`] })
  const fail = { name: 'fail', text: 'select 1 / $1::integer', sent: ['0'] }
  const count = { name: 'count behind', text: 'select count(*)::integer as count from behind', sent: [] }
  const line = lineTo(client)
  const told = await Promise.allSettled([line.ask(put(1)), line.ask(fail), line.ask(count), line.ask(put(2))])
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  const errors = told.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  expect(errors.map(({ code }) => code)).toEqual(['22012', '22012', '22012'])
  // Without a transaction of its own a wave is one: the first is undone with the second.
  expect((await ask(client, count)).rows).toEqual([{ count: 0 }])
  const [, again] = await Promise.all([line.ask(put(3)), line.ask(count), line.ask(put(4))])
  expect(again.rows).toEqual([{ count: 1 }])
  expect((await ask(client, count)).rows).toEqual([{ count: 2 }])
})

test('a text of its own behind a wave is run even when the wave failed', async () => {
  const line = lineTo(client)
  const begun = line.ask({ name: 'begin', text: 'begin', sent: [] })
  const failing = line.ask({ name: 'fail', text: 'select 1 / $1::integer', sent: ['0'] })
  const ended = line.say('commit')
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await begun
  expect((await ended).command).toBe('ROLLBACK')
  expect(client.getTransactionStatus()).toBe('I')
})

test('a row that cannot be read fails its statement alone', async () => {
  const wave = new Wave(client)
  const asked = ['torn', 'whole'].map(name => wave.ask({ name, text: 'select 1 as one', sent: [] }))
  for (const values of [undefined as never, ['1']]) {
    wave.handleRowDescription({ fields: [{ name: 'one', dataTypeID: 23 }] })
    wave.row(values)
    wave.completed(1)
  }
  wave.handleReadyForQuery()
  const told = await Promise.allSettled(asked)
  expect(told).toMatchObject([{ reason: expect.any(TypeError) }, { value: { rows: [{ one: 1 }] } }])
})

test('a lost connection is told to everything that was asked', async () => {
  const lost = await database.dedicated()
  const line = lineTo(lost)
  const asked = ['first', 'second'].map(name => line.ask({ name, text: 'select pg_sleep(60)', sent: [] }))
  const behind = line.say('commit')
  setImmediate(() => cut(lost))
  const told = await Promise.allSettled([...asked, behind])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(ask(lost, { name: 'third', text: 'select 1', sent: [] })).rejects.toThrow()
})

test('values of every length arrive: more than is kept at hand, bytes beside texts, none at all', async () => {
  const long = 'kvašení '.repeat(200_000)
  const text =
    'select length($1::text) as long, $2::bytea as bytes, $3::text as nothing, $4::boolean as flag, $5::int[] as list'
  for (const value of [long, 'short']) {
    const { rows } = await query(client, {
      name: 'wide',
      text,
      values: [value, Buffer.from([0, 255]), null, true, [1, 2]],
    })
    expect(rows).toEqual([
      { long: value.length, bytes: Buffer.from([0, 255]), nothing: null, flag: true, list: [1, 2] },
    ])
  }
})

test('a statement whose columns would be others is refused, not read with the old ones', async () => {
  const all = () => query(client, { name: 'all', text: 'select * from changing' })
  await client.query('create temporary table changing as select 1 as place')
  expect((await all()).rows).toEqual([{ place: 1 }])
  await client.query(`alter table changing add column name text default 'new'`)
  await expect(all()).rejects.toMatchObject({ code: '0A000' })
})

test('an array of JSON travels as bytes, each text as it is', async () => {
  const texts = ['{"a":"it\'s \\"quoted\\" \\\\, {žluť} 🍺"}', 'null', '[ 1,2 ]']
  const text =
    'select array_agg(e::text order by place) as texts from unnest($1::json[]) with ordinality as s (e, place)'
  for (const name of [undefined, 'json', 'json']) {
    const { rows } = await query(client, { ...(name && { name }), text, values: [jsonArray(texts)] })
    expect(rows).toEqual([{ texts }])
  }
})

test('texts arrive as they are: of one byte a character or more, short, long, empty and null', async () => {
  const long = 'řeřicha '.repeat(40)
  const texts = [
    '',
    'plain',
    'Žižkov',
    '10 °P',
    '漢字',
    '🍺',
    'a'.repeat(95),
    'a'.repeat(96),
    'é'.repeat(60),
    long,
    null,
  ]
  const row = Object.fromEntries(texts.map((text, place) => [`t${place}`, text]))
  const columns = texts.map((_, place) => `$${place + 1}::text as t${place}`)
  for (const more of ['', long.repeat(10)]) {
    const text = `select ${columns.join(', ')}, $12::text as more, count(*)::integer as rows from generate_series(1, 3)`
    const { rows } = await query(client, { name: 'texts', text, values: [...texts, more] })
    expect(rows).toEqual([{ ...row, more, rows: 3 }])
  }
})

test('rows sent as arrays arrive as they are: quotes, backslashes, nulls, none at all', async () => {
  const names = ['"', '\\', '{a,b}', 'null', '', 'Žižkov', null, 'a\nb']
  for (const rows of [names.map((name, place) => ({ place, name })), []]) {
    const sent = rowsOf(rows, { place: 'integer', name: 'text' })
    expect(await database.many(sql`select s.place, s.name from ${sent} order by s.place`)).toEqual(rows)
  }
})
