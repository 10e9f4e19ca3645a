/** The processor time of what is measured, as Linux keeps it in /proc. Elsewhere it is unknown: NaN. */
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** The kernel counts in hundredths of a second. */
const tickMicroseconds = 10_000

/**
 * Microseconds used so far by a process with all it started, without the PostgreSQL that may be among them, and by
 * that PostgreSQL with all its backends.
 */
export function processorTime(pid, postmaster) {
  const processes = readProcesses()
  return { node: treeTime(processes, pid, postmaster), postgres: treeTime(processes, postmaster) }
}

/** The parent of whichever backend answers. */
export async function findPostmaster(connection) {
  const client = new pg.Client({ ...connection, application_name: 'bench processes' })
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return readProcesses().get(rows[0].pid)?.parent
  } finally {
    await client.end()
  }
}

function readProcesses() {
  const processes = new Map()
  for (const name of foldersOfProcesses()) {
    const fields = statOf(name)
    if (!fields) continue
    // Its own time in two fields, and in two more that of the children it has seen end.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    processes.set(Number(name), { parent: Number(fields[1]), microseconds: ticks * tickMicroseconds })
  }
  return processes
}

function foldersOfProcesses() {
  try {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The fields after the name of the program, which may hold anything. A process may end while it is looked at. */
function statOf(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function treeTime(processes, root, except) {
  const own = processes.get(root)
  if (!own) return Number.NaN
  let sum = own.microseconds
  for (const [pid, { parent }] of processes) {
    if (parent === root && pid !== except) sum += treeTime(processes, pid, except)
  }
  return sum
}
