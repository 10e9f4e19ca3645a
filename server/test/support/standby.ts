/** A primary and a standby that follows it, both from the embedded package. */
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Place, quietPort, readyPlace } from './process.ts'

export interface Pair {
  primary: { place: Place; postgres: EmbeddedPostgres }
  standby: { place: Place; postgres: EmbeddedPostgres }
  /** Names both, the standby first: whoever connects has to find the one that can be written to. */
  databaseUrl: string
  /** Makes the standby a primary. */
  promote(): Promise<void>
}

/** Nothing is acknowledged before the standby has it, too. */
export async function openPair(): Promise<Pair> {
  // Copies of one folder, as a standby begins with one of its primary.
  const [one, two] = [await readyPlace(), await readyPlace()]
  const ports = [await quietPort(), await quietPort()]
  const open = (place: Place, tcpPort: number) =>
    // A standby asks for no less than the folder was run with before.
    openEmbeddedPostgres({ dataDir: place.dataDir, tcpPort, maxConnections: 200, log: () => {} })
  const first = await open(one, ports[0]!)
  follow(path.join(two.dataDir, 'postgres'), first)
  const second = await open(two, ports[1]!)
  await statements(first, ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()'])
  const { user, password, database: name } = first.connection
  return {
    primary: { place: one, postgres: first },
    standby: { place: two, postgres: second },
    databaseUrl: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/${name}`,
    promote: () => statements(second, ['select pg_promote()']),
  }
}

function follow(cluster: string, { connection }: EmbeddedPostgres): void {
  const { port, user, password } = connection
  const address = `host=127.0.0.1 port=${port} user=${user} password=${password}`
  appendFileSync(path.join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${address}'\n`)
  writeFileSync(path.join(cluster, 'standby.signal'), '')
}

async function statements({ connection }: EmbeddedPostgres, all: string[]): Promise<void> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  for (const statement of all) await client.query(statement)
  await client.end()
}
