/** The role of requests: rows and no more, for every table there is. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { useService } from '../support/service.ts'

const service = useService()

let client: pg.Client
beforeAll(async () => {
  client = await service.database.dedicated()
})
afterAll(() => client.end())

test('requests are no superuser, own nothing, and can make neither roles nor databases', async () => {
  const [role] = await service.database.many(sql`
    select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           (select count(*)::int from pg_class where relowner = r.oid) as owned
      from pg_roles r
     where rolname = session_user`)
  expect(role).toEqual({
    rolname: 'cellarbook_service',
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
    owned: 0,
  })
})

test.each([
  'create table mine (id int)',
  'drop table partners',
  'alter table events add column x int',
  'truncate events',
  'alter table events disable trigger all',
  "update schema_migrations set name = 'other'",
  'create role another',
  'alter system set fsync = off',
  "copy partners to program 'cat'",
  "select pg_read_file('/etc/passwd')",
  'set session authorization cellarbook',
  'set role cellarbook',
])('refused to them by PostgreSQL: %s', async statement => {
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('a table that a later migration makes is theirs to read and write', async () => {
  const owner = new pg.Client({ ...service.owner })
  await owner.connect()
  await owner.query('create table later (id int)')
  await client.query('insert into later values (1); update later set id = 2; delete from later')
  await owner.query('drop table later')
  await owner.end()
})
