/** A tenant on its way: exported as files, taken in elsewhere, deleted here. */

import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTables, tenantTables } from '../../src/backup/tenant-tables.ts'
import { listTables } from '../../src/db/copying.ts'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { cli, enter } from '../support/commands.ts'
import { contentOf, pdfBytes, upload } from '../support/files.ts'
import { type Place, readyPlace, type ServerProcess, startServer, useProcesses } from '../support/process.ts'

useProcesses()

let here: Place
let there: Place
let server: ServerProcess
let attached: { id: string }
const inPlace = (name: string): string => path.join(here.folder, name)

/** Of the demo: both installations begin with a tenant called so, and with the same ids. */
const countsOf = async (place: Place, slug: string) => {
  const { books } = await cli(place, ['tenant', 'show', slug])
  return books
}

beforeAll(async () => {
  here = await readyPlace()
  there = await readyPlace()
  server = await startServer(here)
  // Without it each command there would start PostgreSQL, and stop it.
  await openEmbeddedPostgres({ dataDir: there.dataDir, log: () => {} })
  attached = await upload(server.client(server.testKey), server, { name: 'smlouva.pdf' })
})

test('every table is said to be of a tenant or of all', async () => {
  const { connection } = await openEmbeddedPostgres({ dataDir: here.dataDir, log: () => {} })
  const database = openDatabase({ ...connection, ssl: false }, { name: 'test', size: 1 })
  const client = await database.copying()
  const all = (await listTables(client)).map(({ name }) => name)
  const named = [...(await tenantTables(client)).map(({ name }) => name), ...sharedTables]
  await client.end()
  await database.end()
  expect(named.sort()).toEqual(all.sort())
})

describe('export, import, delete', () => {
  test('is deleted only after a fresh export, by its name typed again', async () => {
    const unconfirmed = await enter(here, ['tenant', 'delete', 'demo', '--confirm', 'dem'])
    expect(unconfirmed.stderr).toMatch(/--confirm has to name the tenant again, demo/)
    const unsaved = await enter(here, ['tenant', 'delete', 'demo', '--confirm', 'demo'])
    expect(unsaved.stderr).toMatch(/there is no export of demo/)
    const exported = await cli(here, ['tenant', 'export', 'demo', '--to', inPlace('first.tar.gz')])
    expect(exported).toMatchObject({ tenant: 'demo', files: { count: 1, missing: [] } })
    await server.client(server.testKey).post('/partners', { name: 'Since' })
    const stale = await enter(here, ['tenant', 'delete', 'demo', '--confirm', 'demo'])
    expect(stale.stderr).toMatch(/demo was written to since its export/)
    expect((await cli(here, ['tenant', 'list'])).tenants).toMatchObject([{ slug: 'demo', locked: false }])
  })

  test('what is here already is refused, and nothing of it stays', async () => {
    const before = await countsOf(there, 'demo')
    const { code, stderr } = await enter(there, [
      'tenant',
      'import',
      '--from',
      inPlace('first.tar.gz'),
      '--slug',
      'other',
    ])
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is here already .*ids are never/),
    })
    expect(await countsOf(there, 'demo')).toEqual(before)
    expect((await cli(there, ['tenant', 'list'])).tenants).toHaveLength(1)
    const whole = await enter(there, ['restore', '--from', inPlace('first.tar.gz'), '--data-dir', inPlace('x')])
    expect(whole.stderr).toMatch(/use cellarbook tenant import/)
  })

  test('deleted here and elsewhere, it comes back under another name with everything it had', async () => {
    const books = await countsOf(here, 'demo')
    await cli(here, ['tenant', 'export', 'demo', '--to', inPlace('second.tar.gz')])
    expect(await cli(here, ['tenant', 'delete', 'demo', '--confirm', 'demo'])).toMatchObject({ deleted: true })
    expect((await cli(here, ['tenant', 'list'])).tenants).toEqual([])
    expect(await server.client(server.testKey).get('/me')).toMatchObject({ status: 401 })
    expect(await cli(here, ['verify'])).toMatchObject({ ok: true })

    await cli(there, ['tenant', 'delete', 'demo', '--confirm', 'demo', '--without-export'])
    const back = await cli(there, ['tenant', 'import', '--from', inPlace('second.tar.gz'), '--slug', 'moved'])
    expect(back).toMatchObject({ tenant: 'moved', files: 1 })
    expect(await countsOf(there, 'moved')).toEqual(books)
    expect(await cli(there, ['verify'])).toMatchObject({ ok: true })
    const moved = (await startServer(there)).client(server.testKey)
    expect((await moved.get('/me')).body).toMatchObject({ tenant: { slug: 'moved' } })
    expect((await contentOf(moved, there, attached.id)).bytes.equals(pdfBytes)).toBe(true)
    expect((await moved.post('/partners', { name: 'Here' })).status).toBe(201)
  })
})
