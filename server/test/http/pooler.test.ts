/** A connection pooler is told from PostgreSQL by the process numbers it hands out. */
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/pool.ts'
import { isPooled } from '../../src/db/pooler.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** The message that tells a client the number of its process: `K`, its length of 12, the number. */
const keyData = Buffer.from([0x4b, 0, 0, 0, 12])

/** Hands out another number, as poolers do. */
const pooler = net.createServer(client => {
  const { host, port } = service.owner
  const server = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  client.pipe(server)
  server.on('data', (bytes: Buffer) => {
    const at = bytes.indexOf(keyData)
    if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5)
    client.write(bytes)
  })
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }
})

beforeAll(() => new Promise<void>(resolve => pooler.listen(0, '127.0.0.1', resolve)))
afterAll(() => void pooler.close())

async function looksPooled(where: object): Promise<boolean> {
  const database = openDatabase({ ...service.owner, ...where }, { name: 'test', size: 1 })
  const found = await isPooled(database)
  await database.end()
  return found
}

test('PostgreSQL itself is none, whoever hands out other numbers is one', async () => {
  const { port } = pooler.address() as net.AddressInfo
  expect(await looksPooled({})).toBe(false)
  expect(await looksPooled({ host: '127.0.0.1', port })).toBe(true)
})
