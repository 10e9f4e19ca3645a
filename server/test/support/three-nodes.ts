/** Three nodes on one PostgreSQL under mixed keyed writes; one after another is killed and started again. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { Client } from './client.ts'
import { type Place, type ServerProcess, startServer } from './process.ts'

export interface Told {
  kills: number
  writes: number
  /** Writes whose first call was not answered, or refused for a moment. */
  repeated: number
  lost: number
  doubled: number
  /** Numbers of invoices that are missing, or given twice. */
  gaps: number
  /** The start said that files are on this node. */
  warned: boolean
}

const writers = 6
/** Of a writer, after each write: a node that starts meanwhile needs the cores, too. */
const breathMs = 150
/** Before each kill: some writes of every writer. */
const pauseMs = 400

interface Given {
  /** Those of the servers, and others that are started first. */
  places: Place[]
  /** As they run; those killed are replaced in it, but for the last one. */
  servers: ServerProcess[]
  database: Database
  key: string
  kills: number
}

interface Field extends Given {
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

export async function killNodes(given: Given): Promise<Told> {
  const { places, servers, key, kills } = given
  for (const place of places.slice(servers.length)) servers.push(await startServer(place))
  const { data } = (await servers[0]!.client(key).get('/warehouses?limit=1')).body
  const field: Field = { ...given, warehouse: data[0].id, partners: [], invoices: 0, repeated: 0, isOver: false }
  const writing = Array.from({ length: writers }, () => write(field))
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(pauseMs)
    const at = kill % places.length
    await servers[at]!.kill()
    if (kill < kills) servers[at] = await startServer(places[at]!)
  }
  await sleep(pauseMs)
  field.isOver = true
  await Promise.all(writing)
  return { kills, ...(await foundOf(field)) }
}

async function foundOf({ database, servers, partners, invoices, repeated }: Field): Promise<Omit<Told, 'kills'>> {
  const rows = await database.many<{ name: string }>(sql`select name from partners where name like 'three %'`)
  const numbers = await database.many<{ number: string }>(sql`
    select i.number from invoices i join partners p on p.book_id = i.book_id and p.id = i.partner_id
     where p.name like 'three %' and i.number is not null order by i.number`)
  const kept = new Set(rows.map(row => row.name))
  const counted = numbers.map(({ number }) => Number(/\d+$/.exec(number)![0]))
  return {
    writes: partners.length + 2 * invoices,
    repeated,
    lost: partners.filter(each => !kept.has(each)).length + Math.max(0, invoices - numbers.length),
    doubled: rows.length - kept.size + Math.max(0, numbers.length - invoices),
    gaps: counted.filter((number, at) => at > 0 && number !== counted[at - 1]! + 1).length,
    warned: servers.every(({ output }) => output.stderr.includes('Files are kept in DATA_DIR of this node')),
  }
}
