/** A domain that nobody knows: its sections, uses and first rows come from its declaration alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shape, type Static } from '../../src/contract/schema.ts'
import { sql } from '../../src/db/sql.ts'
import { completeBooks } from '../../src/domains/accounts/books.ts'
import { house } from '../../src/domains/index.ts'
import { settingsErrors } from '../../src/domains/settings/actions.ts'
import { settingsSchema } from '../../src/domains/settings/schema.ts'
import { defineDomain, defineHouse, theHouse } from '../../src/kernel/domain.ts'
import { defineSection } from '../../src/kernel/section.ts'
import { Code, codeOf, Flag, Name } from '../../src/kernel/settings-words.ts'
import { defineUse, findUse, listUsed } from '../../src/kernel/uses.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'

const Stamp = Shape({ code: Code, name: Name, is_active: Flag })
type Stamp = Static<typeof Stamp>

declare module '../../src/kernel/settings.ts' {
  interface Settings {
    stamps?: Stamp[]
  }
}

interface StampRow extends Required<Stamp> {
  id: string
}

const kept = new Map<string, StampRow>()
const stamps = defineSection<Stamp, StampRow>({
  name: 'stamps',
  entry: Stamp,
  load: async () => [...kept.values()],
  key: codeOf,
  defaults: { is_active: true },
  out: ({ id: _, ...entry }) => entry,
  row: (entry, id) => ({ ...entry, id }),
  refuse: ({ name }) => (name === 'Bad' ? 'No such stamp.' : undefined),
  async save(_ctx, rows) {
    for (const row of rows) kept.set(row.id, row)
  },
})

const stampedBook = defineUse('a stamped book')
const started: string[] = []
const stamping = defineDomain({
  name: 'stamping',
  after: ['core'],
  tables: { stamped: 'part' },
  series: [{ kind: 'stamp', prefix: 'ST', place: 99 }],
  settings: [stamps],
  uses: [
    { of: stampedBook, by: 'a stamp', table: 'stamped', column: 'item_id', condition: 'u.is_inked' },
    { of: stampedBook, by: 'a set of stamps', table: 'stamped', column: 'others', isList: true },
  ],
  newBook: async (_tx, { bookId }) => started.push(bookId),
})

const service = useService({ alone: true })
beforeAll(() => {
  defineHouse([...house.domains, stamping])
})
afterAll(() => {
  defineHouse(house.domains)
})

test('its section is the last of the document, planned, refused and written like any other', async () => {
  const { properties } = settingsSchema() as { properties: Record<string, object> }
  expect(Object.keys(properties).at(-1)).toBe('stamps')
  expect(settingsErrors({ version: 1, stamps: [{ code: 'A' }] })).toMatchObject([{ field: 'stamps[0].name' }])
  const book = await settingsOf(service)
  expect(await book.refuse({ stamps: [{ code: 'A', name: 'Bad' }] })).toEqual(['stamps A: No such stamp.'])
  expect(await book.accept({ stamps: [{ code: 'A', name: 'Paid' }] })).toEqual(['create stamps A'])
  expect((await book.current()).stamps).toEqual([{ code: 'A', name: 'Paid', is_active: true }])
})

test('it answers who uses a record, for its own tables alone', async () => {
  const [bookId, inked, dry, listed] = [newId(), newId(), newId(), newId()]
  const uses = theHouse().usesOf(stampedBook)
  await service.database.transaction(async tx => {
    await tx.run(sql`
      create temporary table stamped (book_id uuid, item_id uuid, others uuid[], is_inked boolean) on commit drop`)
    await tx.run(sql`
      insert into stamped
      values (${bookId}, ${inked}, array[${listed}]::uuid[], true), (${bookId}, ${dry}, '{}', false)`)
    expect(await findUse(tx, uses, { bookId, id: inked })).toBe('a stamp')
    expect(await findUse(tx, uses, { bookId, id: listed })).toBe('a set of stamps')
    expect(await findUse(tx, uses, { bookId, id: dry })).toBeUndefined()
    expect(await findUse(tx, uses, { bookId: newId(), id: inked })).toBeUndefined()
    expect(await listUsed(tx, uses, bookId)).toEqual(new Set([inked, listed]))
  })
  const foreign = { of: stampedBook, by: 'an item', table: 'items', column: 'id' }
  const wrong = defineDomain({ name: 'wrong', after: [], uses: [foreign] })
  expect(() => defineHouse([...house.domains, wrong])).toThrow('items is a table of wrong')
})

test('books made before it get its rows and its number series, once', async () => {
  const { database, clock } = service
  await database.run(sql`update books set completed_by = array_remove(completed_by, 'stamping')`)
  await database.run(sql`delete from number_series where document_kind = 'stamp'`)
  started.length = 0
  const complete = () => completeBooks(database, clock, { loadDomains: async () => {}, isMigrated: false })
  await Promise.all([complete(), complete()])
  await complete()
  const books = await database.many<{ id: string; prefix: string | null }>(sql`
    select b.id, s.prefix
      from books b
      left join number_series s on s.book_id = b.id and s.document_kind = 'stamp'
     order by b.id`)
  expect(started.toSorted()).toEqual(books.map(({ id }) => id))
  expect(new Set(books.map(({ prefix }) => prefix))).toEqual(new Set(['ST']))
})
