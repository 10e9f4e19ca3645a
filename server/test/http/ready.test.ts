/** Whether a node is ready, with reasons; and a disk that is nearly full, whose writes are refused before they fail. */
import os from 'node:os'
import pg from 'pg'
import { expect, test } from 'vitest'
import { schemaWatch } from '../../src/db/schema-state.ts'
import { watchDisk } from '../../src/storage/disk.ts'
import { keptLog } from '../support/log.ts'
import { useService } from '../support/service.ts'

const { log, lines } = keptLog()
let reserveBytes = 0
const disk = watchDisk({ folders: [os.tmpdir()], reserveBytes: () => reserveBytes, log })
const service = useService({ disk, log })

async function ready() {
  const reply = await fetch(`${service.address}/ready`)
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  const body: any = await reply.json()
  const failed = body.checks.filter(({ status }: { status: string }) => status === 'failed')
  return { status: reply.status, code: body.code, failed: failed.map(({ name }: { name: string }) => name) }
}

test('200: everything it needs is there', async () => {
  expect(await ready()).toEqual({ status: 200, code: undefined, failed: [] })
})

test('503 api_unavailable: less room on the disk than is to be kept free; reading works, and it recovers alone', async () => {
  const api = await (await service.tenant()).key()
  reserveBytes = Number.MAX_SAFE_INTEGER
  expect(await ready()).toEqual({ status: 503, code: 'api_unavailable', failed: ['disk'] })
  const refused = await api.post('/partners', { name: 'Hospoda' })
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': '30' },
    body: { code: 'api_unavailable', detail: expect.stringContaining('disk') },
  })
  expect((await api.get('/partners')).body.data).toEqual([])
  expect((await api.get('/health')).status).toBe(200)
  reserveBytes = 0
  await expect
    .poll(async () => (await api.post('/partners', { name: 'Hospoda' })).status, { timeout: 10_000 })
    .toBe(201)
  expect(await ready()).toMatchObject({ status: 200 })
  expect(lines.filter(({ freeMb }) => freeMb !== undefined).map(({ level }) => level)).toEqual(['warn', 'info'])
})

test('an error that means a full disk is a warning, once', () => {
  lines.length = 0
  disk.note(Object.assign(new Error(), { code: '53100' }))
  disk.note(Object.assign(new Error(), { code: 'ENOSPC' }))
  disk.note(new Error())
  expect(lines).toMatchObject([{ level: 'warn', cause: '53100' }])
})

test('migrations that the database lacks, or that this version does not know, are told apart', async () => {
  const owner = new pg.Client({ ...service.owner })
  await owner.connect()
  const look = () => schemaWatch(service.database)()
  expect(await look()).toBe('same')
  await owner.query("insert into schema_migrations (number, name) values (9999, '9999_later')")
  expect(await look()).toBe('newer')
  await owner.query('delete from schema_migrations where number = 1')
  expect(await look()).toBe('older')
  await owner.end()
})
