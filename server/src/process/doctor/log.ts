/** Of the log of changes: whether PostgreSQL puts it aside, and whether the service takes it away. */
import { statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { waitingSegments } from '../../backup/log/ship.ts'
import { type Archiver, readArchiver } from '../../db/archiver.ts'
import { SPOOL_FOLDER } from '../../db/embedded/archiving.ts'
import { readPassword, SUPERUSER } from '../../db/embedded/cluster.ts'
import { socketFolder } from '../../db/embedded/socket-folder.ts'
import { type Finding, failed, fine, warning, wordsOf } from './finding.ts'

const port = 5432
const longestWaitMs = 10 * 60_000

/** Asked of the server that runs. */
export async function checkLog(cluster: string): Promise<Finding[]> {
  const socket = socketFolder(cluster, port, undefined)
  const client = new pg.Client({
    host: socket.path,
    port,
    user: SUPERUSER,
    password: readPassword(cluster),
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return [findingOf(await readArchiver(client), await waitedMs(cluster))]
  } catch (error) {
    return [warning('log', `Nothing is known of the log of changes: ${wordsOf(error)}`, 'Start the service.')]
  } finally {
    await client.end().catch(() => {})
    socket.close()
  }
}

function findingOf({ isOn, failing, failures, lastAt }: Archiver, waited: number): Finding {
  if (!isOn) {
    const advice = 'Stop every process of this data folder, and start the service again.'
    return failed('log', 'PostgreSQL was started before BACKUP_LOG was set: no log is kept.', advice)
  }
  if (failing !== null) {
    const detail = `PostgreSQL could not put ${failing} aside, ${failures} times so far.`
    return failed('log', detail, 'Look into postgres.log in the data folder; WAL is held until it can.')
  }
  if (waited > longestWaitMs) {
    const detail = `The oldest part of the log has waited for ${Math.round(waited / 60_000)} min to be saved.`
    return failed('log', detail, 'Look for "the log of changes was put off" in the log of the service.')
  }
  const last = lastAt ? `last at ${lastAt.toISOString()}` : 'nothing yet'
  return fine('log', `The log of changes is kept, ${last}.`)
}

async function waitedMs(cluster: string): Promise<number> {
  const [oldest] = await waitingSegments(cluster)
  return oldest === undefined ? 0 : Date.now() - statSync(path.join(cluster, SPOOL_FOLDER, oldest)).mtimeMs
}
