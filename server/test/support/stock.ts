/** Short words for stories about stock: items, warehouses, documents that come and go. */
import { expect } from 'vitest'
import { join, raw, sql } from '../../src/db/sql.ts'
import { house } from '../../src/domains/index.ts'
import { addDocument, issueActions, listAllWarehouses, receiptActions } from '../../src/domains/stock/index.ts'
import { findAccount } from '../../src/kernel/account.ts'
import type { WriteContext } from '../../src/kernel/context.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { newAccount, type TestAccount } from './account.ts'
import type { Client, Reply } from './client.ts'
import type { Service } from './service.ts'

export interface StockBook {
  api: Client
  /** The default warehouse, the second standard one, a system one. */
  main: string
  second: string
  system: string
  item(body?: object): Promise<string>
  partner(body?: object): Promise<string>
  receipt(lines: LineWords[], head?: object): Promise<Reply>
  issue(lines: LineWords[], head?: object): Promise<Reply>
  /** Posts an action and expects it to work. */
  act(path: string, key: string): Promise<Reply>
  received(item: string, quantity: string, unitPrice?: string, head?: object): Promise<Reply>
  issued(item: string, quantity: string, head?: object): Promise<Reply>
  level(
    item: string,
    warehouse?: string,
  ): Promise<{ quantity: string; reserved: string; available: string; value: string }>
  lots(item: string, query?: string): Promise<{ id: string; quantity: string; lot: string | null; price: string }[]>
  eventTypes(since?: number): Promise<string[]>
}

export interface LineWords {
  item: string
  quantity: string
  unit?: string
  price?: string
  lot?: string
  lotId?: string
  expiry?: string
}

const lineOf = ({ item, quantity, unit = 'kg', price, lot, lotId, expiry }: LineWords) => ({
  item_id: item,
  quantity,
  unit: { unit_code: unit },
  ...(price !== undefined && { unit_price: price }),
  ...(lot !== undefined && { lot_number: lot }),
  ...(lotId !== undefined && { lot_id: lotId }),
  ...(expiry !== undefined && { expiry_date: expiry }),
})

interface Place {
  id: string
  type: string
  is_default: boolean
}

export const stockBook = async (api: Client): Promise<StockBook> =>
  stockBookAt(api, (await api.get('/warehouses?limit=200')).body.data)

function stockBookAt(api: Client, warehouses: Place[]): StockBook {
  const main = warehouses.find(({ is_default }) => is_default)!.id
  const book: StockBook = {
    api,
    main,
    second: warehouses.find(({ type, is_default }) => type === 'standard' && !is_default)!.id,
    system: warehouses.find(({ type }) => type === 'system')!.id,
    async item(body = {}) {
      const reply = await api.post('/items', { name: 'Slad', unit: { unit_code: 'kg' }, ...body })
      expect(reply.status).toBe(201)
      return reply.body.id
    },
    async partner(body = {}) {
      const reply = await api.post('/partners', { name: 'Odběratel', ...body })
      expect(reply.status).toBe(201)
      return reply.body.id
    },
    receipt: (lines, head = {}) =>
      api.post('/goods-receipts', { warehouse_id: main, ...head, lines: lines.map(lineOf) }),
    issue: (lines, head = {}) => api.post('/stock-issues', { warehouse_id: main, ...head, lines: lines.map(lineOf) }),
    async act(path, key) {
      const reply = await api.post(`${path}/actions/${key}`)
      expect(reply.body).toMatchObject({ id: path.split('/').at(-1) })
      return reply
    },
    async received(item, quantity, unitPrice = '1', head = {}) {
      const { unit, ...rest } = head as { unit?: string }
      const { body } = await book.receipt([{ item, quantity, price: unitPrice, ...(unit && { unit }) }], rest)
      return book.act(`/goods-receipts/${body.id}`, 'confirm')
    },
    async issued(item, quantity, head = {}) {
      const { unit, ...rest } = head as { unit?: string }
      const { body } = await book.issue([{ item, quantity, ...(unit && { unit }) }], rest)
      return book.act(`/stock-issues/${body.id}`, 'confirm')
    },
    async level(item, warehouse = main) {
      const [row] = (await api.get(`/stock-levels?item_id=${item}&warehouse_id=${warehouse}`)).body.data
      if (!row) return { quantity: '0', reserved: '0', available: '0', value: '0.00' }
      const { quantity, reserved_quantity: reserved, available_quantity: available, value } = row
      return { quantity, reserved, available, value }
    },
    async lots(item, query = '') {
      const rows = (await api.get(`/stock-levels/lots?item_id=${item}&limit=200${query}`)).body.data
      return rows
        .toReversed()
        .map((lot: { id: string; quantity: string; lot_number: string | null; unit_price: string }) => ({
          id: lot.id,
          quantity: lot.quantity,
          lot: lot.lot_number,
          price: lot.unit_price,
        }))
    },
    async eventTypes(since = 0) {
      const { data: events } = (await api.get(`/events?since_sequence=${since}&limit=200`)).body
      return events.map(({ type }: { type: string }) => type)
    },
  }
  return book
}

/** A book whose settings can change: filed months, warehouses out of use. */
export type StockAccount = StockBook &
  Pick<TestAccount, 'apply' | 'live' | 'tenant'> & {
    /** Makes what a story begins with in one write, past HTTP: many calls cost more than the story itself. */
    seed<T>(work: (ctx: WriteContext) => Promise<T>): Promise<T>
    /** The types of the events that a piece of work leaves, levels among them, as they stand in the log. */
    emitted(work: () => Promise<unknown>): Promise<string[]>
  }

export async function stockAccount(service: Service, wanted?: Parameters<Service['tenant']>[0]): Promise<StockAccount> {
  const { api, apply, live, tenant } = await newAccount(service, wanted)
  const { database, clock } = service
  const find = async () => (await findAccount(database, tenant.slug, false))!
  const { book: own } = await find()
  const places = await listAllWarehouses(database, own.id)
  const seed: StockAccount['seed'] = async work => {
    const made: Awaited<ReturnType<typeof work>>[] = []
    // As it is now: its plan or its zone may have changed.
    await writeAsSystem({ database, clock, account: await find() }, async ctx => {
      // Again from the start when the write is.
      made[0] = await work(ctx)
    })
    return made[0]!
  }
  const emitted: StockAccount['emitted'] = async work => {
    const before = await database.maybe<{ last: string }>(
      sql`select last_sequence as last from books where id = ${own.id}`,
    )
    await work()
    const events = await database.many<{ type: string }>(sql`
      select type
        from events
       where book_id = ${own.id} and sequence > ${before!.last}
       order by sequence`)
    return events.map(({ type }) => type)
  }
  const book = stockBookAt(api, places)
  return Object.assign(book, { apply, live, tenant, seed, emitted }, posting(book, seed))
}

/** Receipts and issues that are no more than what a story needs: posted in one write, read back. */
function posting({ api, main }: StockBook, seed: StockAccount['seed']): Pick<StockBook, 'received' | 'issued'> {
  const posted = (type: 'receipt' | 'issue', line: LineWords, head: object) =>
    seed(async ctx => {
      const lines = [lineOf(line)]
      const row = await addDocument(ctx, type, { warehouse_id: main, ...head, lines })
      const actions = type === 'receipt' ? receiptActions : issueActions
      await actions.run(ctx, 'confirm', { row, body: {} })
      return row.id
    })
  return {
    async received(item, quantity, price = '1', head = {}) {
      const { unit, ...rest } = head as { unit?: string }
      const id = await posted('receipt', { item, quantity, price, ...(unit && { unit }) }, rest)
      return api.get(`/goods-receipts/${id}`)
    },
    async issued(item, quantity, head = {}) {
      const { unit, ...rest } = head as { unit?: string }
      return api.get(`/stock-issues/${await posted('issue', { item, quantity, ...(unit && { unit }) }, rest)}`)
    },
  }
}

/** An id that belongs to nothing. */
export const nobody = '01890000-0000-7000-8000-000000000000'

/** The rows of a refusal as `field code`, sorted; a code of its own when there are no rows. */
export const faultsOf = ({ body }: Reply): string[] =>
  body.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort() ?? [body.code]

/** What a piece of work says in the log: documents by number, levels by item and what is there now. */
export async function told({ api }: StockBook, work: () => Promise<unknown>): Promise<string[]> {
  const since = (await api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  await work()
  const { data } = (await api.get(`/events?since_sequence=${since}&limit=200`)).body
  return data.map(({ type, data: { object } }: ToldEvent) =>
    object.number
      ? `${type} ${object.number}`
      : `${type} ${object.item.name} ${object.warehouse.name} ${object.quantity}`,
  )
}

interface ToldEvent {
  type: string
  data: { object: { number?: string; item: { name: string }; warehouse: { name: string }; quantity: string } }
}

/**
 * How many rows every table has of every book of this file, and which transaction wrote last: equal when nothing at all was
 * written. To read the rows themselves takes many times longer.
 */
export async function rowsOfBooks({ database, slugs }: Service): Promise<string[]> {
  const books = await database.many<{ id: string }>(sql`
    select b.id
      from books b
      join tenants t on t.id = b.tenant_id
     where t.slug = any (${slugs})`)
  const own = books.map(({ id }) => id)
  const digestOf = (table: string) => sql`
    select ${table} || ' ' || count(*) || ' ' || coalesce(max(t.xmin::text::bigint), 0) as digest
      from ${raw(table)} t
     where ${raw(table === 'books' ? 'id' : 'book_id')} = any (${own}::uuid[])`
  const digests = ['books', ...Object.keys(house.tables)].map(digestOf)
  const rows = await database.many<{ digest: string }>(join(digests, ' union all '))
  // PostgreSQL may read the parts of a union side by side, and hand them out as they come.
  return rows.map(({ digest }) => digest).sort()
}
