/** Prepared statements against a real PostgreSQL: rows are the same however often one has run. */
import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { jsonArray, rowsOf } from '../../src/db/rows.ts'
import { sql } from '../../src/db/sql.ts'
import { query } from '../../src/db/statement.ts'
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
