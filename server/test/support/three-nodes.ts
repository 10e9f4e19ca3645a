/** Three nodes on one PostgreSQL under mixed keyed writes; one after another is killed and started again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { Client } from './client.ts'
import { cli } from './commands.ts'
import { newPlace, type Place, quietPort, readyPlace, type ServerProcess, startServer } from './process.ts'

export interface Told {
  kills: number
  writes: number
  /** Writes whose first call was not answered, or refused for a moment. */
  repeated: number
  lost: number
  doubled: number
  /** Numbers of invoices that are missing, or given twice. */
  gaps: number
  /** What `verify` says. */
  verified: boolean
  /** The start said that files are on this node. */
  warned: boolean
}

const writers = 6
/** Of a writer, after each write: a node that starts meanwhile needs the cores, too. */
const breathMs = 150
/** Before each kill: some writes of every writer. */
const pauseMs = 400

interface Field {
  places: Place[]
  servers: ServerProcess[]
  key: string
  warehouse: string
  /** Names of partners and invoices that were acknowledged. */
  partners: string[]
  invoices: number
  repeated: number
  isOver: boolean
}

/** Repeats a call under one key, at whichever node answers, until it is done. */
async function insist(field: Field, path: string, body: object): Promise<{ id: string }> {
  const headers = { 'idempotency-key': randomUUID() }
  for (let at = Math.floor(Math.random() * 3), tries = 0; ; at = (at + 1) % 3, tries++) {
    const reply = await new Client(field.places[at]!.address, field.key)
      .post(path, body, { headers })
      .catch(() => undefined)
    if (reply && reply.status < 300) {
      if (tries > 0) field.repeated += 1
      return reply.body
    }
    if (reply) expect([409, 503], JSON.stringify(reply.body)).toContain(reply.status)
    await sleep(50)
  }
}

async function write(field: Field): Promise<void> {
  const sold = { description: 'Práce', quantity: '1', unit_price: '100' }
  while (!field.isOver) {
    const name = `three ${randomUUID()}`
    const { id } = await insist(field, '/partners', { name })
    field.partners.push(name)
    await sleep(breathMs)
    if (field.partners.length % 3 !== 0) continue
    const invoice = await insist(field, '/invoices', { partner_id: id, warehouse_id: field.warehouse, lines: [sold] })
    await insist(field, `/invoices/${invoice.id}/actions/issue`, {})
    field.invoices += 1
  }
}

export async function killNodes({ kills }: { kills: number }): Promise<Told> {
  const postgresPlace = await readyPlace()
  const postgres = await openEmbeddedPostgres({
    dataDir: postgresPlace.dataDir,
    tcpPort: await quietPort(),
    durable: false,
    log: () => {},
  })
  const { host, port, user, password, database: name } = postgres.connection
  const env = { DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}` }
  const places = [await newPlace(env), await newPlace(env), await newPlace(env)]
  const servers = await Promise.all(places.map(place => startServer(place)))
  const first = servers[0]!
  await cli(places[0]!, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
  const { data } = (await first.client(first.testKey).get('/warehouses?limit=1')).body
  const field: Field = {
    places,
    servers,
    key: first.testKey,
    warehouse: data[0].id,
    partners: [],
    invoices: 0,
    repeated: 0,
    isOver: false,
  }
  const writing = Array.from({ length: writers }, () => write(field))
  for (let kill = 0; kill < kills; kill++) {
    await sleep(pauseMs)
    await servers[kill % 3]!.kill()
    servers[kill % 3] = await startServer(places[kill % 3]!)
  }
  await sleep(pauseMs)
  field.isOver = true
  await Promise.all(writing)
  const warned = servers.every(({ output }) => output.stderr.includes('Files are kept in DATA_DIR of this node'))
  const { ok } = await cli(places[0]!, ['verify'])
  const database = openDatabase({ ...postgres.connection }, { name: 'test', size: 1 })
  const rows = await database.many<{ name: string }>(sql`select name from partners where name like 'three %'`)
  const numbers = await database.many<{ number: string }>(sql`
    select i.number from invoices i join partners p on p.book_id = i.book_id and p.id = i.partner_id
     where p.name like 'three %' and i.number is not null order by i.number`)
  await database.end()
  const kept = new Set(rows.map(row => row.name))
  const counted = numbers.map(({ number }) => Number(/\d+$/.exec(number)![0]))
  const { partners, repeated } = field
  return {
    kills,
    writes: partners.length + 2 * field.invoices,
    repeated,
    lost: partners.filter(each => !kept.has(each)).length + Math.max(0, field.invoices - numbers.length),
    doubled: rows.length - kept.size + Math.max(0, numbers.length - field.invoices),
    gaps: counted.filter((number, at) => at > 0 && number !== counted[at - 1]! + 1).length,
    verified: ok,
    warned,
  }
}
