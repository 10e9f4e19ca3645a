/** Several who share a transaction, against a real PostgreSQL: what they ask at the same time is one statement where it can be. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forMany } from '../../src/db/alike.ts'
import { type Database, type Fellow, openDatabase, type Tx } from '../../src/db/pool.ts'
import { inBook, ofBook, oneOfEach, rowsOfAll, Texts } from '../../src/db/rows.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { newId } from '../../src/lib/ids.ts'
import { cloneDatabase } from '../support/service.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase(clone.connection, { name: 'fellows' })
  await database.run(
    sql`create table notes (book_id uuid, place serial, text text check (text <> 'refused'), at timestamptz)`,
  )
})

afterAll(async () => {
  await database.end()
  await drop()
})

const count = 4
const now = '2026-11-19T12:00:00.000Z'

const sharing = <T>(work: (fellow: Fellow, place: number) => Promise<T>): Promise<T[]> =>
  database.transaction(tx => Promise.all(tx.fellows(count).map(work)))

/** What a statement looks like is known once it was asked. */
const askedBefore = (statement: Sql) => database.transaction(tx => tx.many(statement))

/** Each message to PostgreSQL has a moment of its own. */
const moment = sql`statement_timestamp()::text as moment`
const momentsOf = (rows: readonly { moment: string }[]) => new Set(rows.map(row => row.moment)).size

interface Note extends ReturnType<typeof inBook> {
  text: string
}

const insertAll = (all: readonly Note[]): Sql => sql`
  insert into notes (book_id, text, at)
  select s.book_id, s.text, s.now from ${oneOfEach(all, { ...ofBook, text: 'text' })}`
const note = (bookId: string, text: string) => forMany(insertAll, { ...inBook({ bookId, now }), text })
const notesOf = (bookId: string) => sql`
  select text, ${moment} from notes where book_id = ${bookId} order by place desc`

test('looks that differ in their values are one, and each has its own answer', async () => {
  const echo = (place: number) => sql`select ${place}::integer + 1 as next, ${moment}`
  const alone = await sharing(fellow => fellow.maybe<{ moment: string }>(sql`select ${moment}`))
  expect(momentsOf(alone.map(row => row!))).toBe(count)
  await askedBefore(echo(0))
  const found = await sharing((fellow, place) => fellow.many<{ next: number; moment: string }>(echo(place)))
  expect(found.map(([row]) => row!.next)).toEqual([1, 2, 3, 4])
  expect(momentsOf(found.flat())).toBe(1)
  expect(Object.keys(found[0]![0]!)).toEqual(['next', 'moment'])
})

test('values of every type arrive as they would alone', async () => {
  const texts = [`it's "quoted"`, 'a\\b', 'a,b {c}', 'null', '', ' žluť\u2028 ', null]
  const values = (place: number) => sql`
    select ${texts[place] ?? null}::text as text, ${newId()}::uuid is not null as has_id,
           ${new Texts(texts)}::text[] as texts, ${texts}::text[] as listed, ${[place, null]}::integer[] as numbers,
           ${place % 2 === 0}::boolean as even, ${`${place}.50`}::numeric::text as amount, ${'2026-02-28'}::date as day,
           ${now}::timestamptz as at, ${{ a: [place, null, '"'] }}::jsonb as json, ${null}::date as nothing,
           ${Buffer.from([0, 92, 255, place])}::bytea as bytes, ${moment}`
  await askedBefore(values(0))
  const places = Array.from(texts, (_, place) => place)
  const all = await database.transaction(tx =>
    Promise.all(tx.fellows(places.length).map((fellow, place) => fellow.maybe<{ moment: string }>(values(place)))),
  )
  expect(momentsOf(all.map(row => row!))).toBe(1)
  for (const place of places) {
    const alone = await database.maybe<{ moment: string }>(values(place))
    expect({ ...all[place], moment: '' }).toEqual({ ...alone, moment: '' })
  }
})

test('rows of each keep their order, and who finds nothing is told so', async () => {
  const down = (from: number) => sql`select n, ${moment} from generate_series(1, ${from}::integer) n order by n desc`
  await askedBefore(down(1))
  const found = await sharing((fellow, place) => fellow.many<{ n: number; moment: string }>(down(3 * place)))
  expect(found.map(rows => rows.map(({ n }) => n))).toEqual([
    [],
    [3, 2, 1],
    [6, 5, 4, 3, 2, 1],
    [9, 8, 7, 6, 5, 4, 3, 2, 1],
  ])
  expect(momentsOf(found.flat())).toBe(1)
})

test('what each writes is there for what it asks next, and kept with the commit', async () => {
  await askedBefore(notesOf(newId()))
  const books = Array.from({ length: count }, newId)
  const seen = await sharing(async (fellow, place) => {
    fellow.send(note(books[place]!, 'first'))
    const before = fellow.many<{ text: string; moment: string }>(notesOf(books[place]!))
    if (place === 0) fellow.send(sql`update notes set text = 'changed' where book_id = ${books[0]}`)
    fellow.send(note(books[place]!, 'second'))
    const [one, two] = await Promise.all([
      before,
      fellow.many<{ text: string; moment: string }>(notesOf(books[place]!)),
    ])
    return [one, two]
  })
  const words = seen.map(looks => looks.map(rows => rows.map(({ text }) => text).join()))
  expect(words).toEqual([['first', 'second,changed'], ...Array(3).fill(['first', 'second,first'])])
  expect(momentsOf(seen.flatMap(([one]) => one!))).toBe(1)
  expect(momentsOf(seen.flatMap(([, two]) => two!))).toBe(1)
  const kept = await database.many(sql`select 1 from notes where book_id = any (${books}::uuid[])`)
  expect(kept).toHaveLength(2 * count)
})

test('what was sent last is kept, whatever ends the transaction', async () => {
  const endings: ((tx: Tx) => Promise<void> | undefined)[] = [
    () => undefined,
    tx => tx.finish(sql`insert into notes (text) values ('the end')`),
  ]
  for (const end of endings) {
    const books = Array.from({ length: count }, newId)
    await database.transaction(async tx => {
      for (const [place, fellow] of tx.fellows(count).entries()) fellow.send(note(books[place]!, 'last'))
      await end(tx)
    })
    const kept = await database.many(sql`select 1 from notes where book_id = any (${books}::uuid[])`)
    expect(kept).toHaveLength(count)
  }
})

test('where one is refused all are told why, and nothing is kept', async () => {
  const books = Array.from({ length: count }, newId)
  const failing = database.transaction(tx =>
    Promise.all(
      tx.fellows(count).map((fellow, place) => {
        fellow.send(note(books[place]!, place === 2 ? 'refused' : 'kept'))
        return fellow.many(notesOf(books[place]!))
      }),
    ),
  )
  await expect(failing).rejects.toMatchObject({ code: '23514' })
  expect(await database.many(sql`select 1 from notes where book_id = any (${books}::uuid[])`)).toEqual([])
})

test('what locks, changes or is counted stays by itself', async () => {
  const books = Array.from({ length: count }, newId)
  const statements = (place: number) => [
    sql`select text, ${moment} from notes where book_id = ${books[place]} for share`,
    sql`update notes set text = text where book_id = ${books[place]} returning text, ${moment}`,
  ]
  await sharing(async (fellow, place) => fellow.send(note(books[place]!, 'own')))
  for (const place of [0, 1]) {
    await askedBefore(statements(0)[place]!)
    const found = await sharing((fellow, own) => fellow.many<{ moment: string }>(statements(own)[place]!))
    expect(momentsOf(found.flat())).toBe(count)
  }
  const counts = await sharing((fellow, place) => fellow.run(note(books[place]!, 'counted')))
  expect(counts).toEqual(Array(count).fill(1))
})

test('rows of several owners are as those of one', async () => {
  const owners = [1, 2].map(place => ({ own: { owner: place }, rows: [{ text: `a${place}` }, { text: null }] }))
  const rows = (all: typeof owners) =>
    database.many(sql`select s.owner, s.text from ${rowsOfAll(all, { owner: 'integer' }, { text: 'text' })}`)
  const [first, second] = await Promise.all(owners.map(owner => rows([owner])))
  expect(first).toEqual([
    { owner: 1, text: 'a1' },
    { owner: 1, text: null },
  ])
  expect(await rows(owners)).toEqual([...first!, ...second!])
  expect(await rows([])).toEqual([])
})
