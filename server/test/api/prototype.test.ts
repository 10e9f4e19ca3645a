/** Tenants of tests are copies: each is what the real action makes, but for its ids, its name and its time. */
import { expect, test } from 'vitest'
import { raw, sql } from '../../src/db/sql.ts'
import { createTenant } from '../../src/domains/accounts/actions.ts'
import { house } from '../../src/domains/index.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** The rows of its books and of itself as text, without what is its own. */
async function rowsOf(slug: string): Promise<string[]> {
  const books = sql`select b.id from books b join tenants t on t.id = b.tenant_id where t.slug = ${slug}`
  const tenant = sql`select id from tenants where slug = ${slug}`
  const rows: string[] = []
  const look = async (table: string, condition: typeof books) => {
    const found = await service.database.many<{ row: string }>(sql`
      select ${table} || ' ' || row_to_json(t)::text as row from ${raw(table)} t where ${condition}`)
    rows.push(...found.map(({ row }) => row))
  }
  await look('tenants', sql`slug = ${slug}`)
  for (const table of ['books', 'users', 'tenant_vat_statuses']) await look(table, sql`tenant_id = (${tenant})`)
  await look('audit_entries', sql`tenant_id = (${tenant})`)
  for (const table of Object.keys(house.tables)) await look(table, sql`book_id in (${books})`)
  return rows.map(row => alike(row, slug)).sort()
}

const alike = (row: string, slug: string): string =>
  row
    .replaceAll(slug, 'SLUG')
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"ID"')
    .replace(/"2\d{3}-\d\d-\d\dT[^"]*"/g, '"TIME"')
    .replace(/"\\\\x[0-9a-f]{64}"/g, '"HASH"')

test('a copy has the rows of one that was made, all of them', async () => {
  const slug = `made-${newId()}`
  await createTenant(service.database, service.clock, { slug, name: `Tenant ${slug}` })
  const made = await rowsOf(slug)
  expect(made.length).toBeGreaterThan(100)
  const [one, other] = [await service.tenant(), await service.tenant({ name: 'Pivovar "U Lípy" \\ s.r.o.' })]
  expect(await rowsOf(one.slug)).toEqual(made)
  expect((await rowsOf(other.slug)).length).toBe(made.length)
  expect((await (await other.key()).get('/me')).body).toMatchObject({ tenant: { name: 'Pivovar "U Lípy" \\ s.r.o.' } })
})
