/** Lines find their items one by one, whatever PostgreSQL thinks of the size of the book. */
import { expect, test } from 'vitest'
import { type Sql, sql } from '../../src/db/sql.ts'
import { findCandidates } from '../../src/domains/core/prices/store.ts'
import { invoiceLineTable } from '../../src/domains/sales/invoices/store.ts'
import { orderLineTable } from '../../src/domains/sales/orders/store.ts'
import { stockLineTable } from '../../src/domains/stock/documents/store.ts'
import type { Day } from '../../src/lib/days.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'

const service = useService()
const bookId = newId()

async function planOf(statement: Sql): Promise<string> {
  const rows = await service.database.many<{ 'QUERY PLAN': string }>(sql`explain ${statement}`)
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

test.each([orderLineTable, invoiceLineTable, stockLineTable])(
  '$name: neither saving nor reading lines reads all items',
  async table => {
    const saved = sql`select sent.id, i.name, u.symbol
    from json_to_recordset(${'[]'}::json) as sent (id uuid, item_id uuid) ${table.copied.from(sql`${bookId}`)}`
    const read = sql`select ${table.select} from ${table.from} where r.book_id = ${bookId} and r.id = ${newId()}`
    for (const statement of [saved, read]) {
      const plan = await planOf(statement)
      expect(plan).toContain('Nested Loop')
      expect(plan).not.toMatch(/Hash|Merge/)
    }
  },
)

/** The price cascade of one line, as it is asked. */
async function cascade(): Promise<Sql> {
  let asked = sql``
  const many = async (statement: Sql) => {
    asked = statement
    return []
  }
  const line = { itemId: newId(), quantity: '1' }
  const wanted = { bookId, partnerId: newId(), day: '2026-01-01' as Day, lines: [line] }
  await findCandidates({ ...service.database, many }, wanted)
  return asked
}

test('the price cascade does not read all items either', async () => {
  expect(await planOf(await cascade())).toMatch(/Nested Loop[\s\S]+Limit[\s\S]+ on items/)
})

test('the plan of the price cascade is kept: to make it costs ten times what it runs', async () => {
  const { text, values } = await cascade()
  const client = await service.database.dedicated()
  try {
    // Tests keep every plan from the first call on; a service keeps those that are worth it.
    await client.query('set plan_cache_mode = auto')
    for (let call = 0; call < 7; call++) await client.query({ name: 'cascade', text, values })
    const { rows } = await client.query('select generic_plans::int as kept from pg_prepared_statements')
    expect(rows).toEqual([{ kept: 2 }])
  } finally {
    await client.end()
  }
})
