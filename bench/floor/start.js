/** Starts the floor in a process of its own. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { benchFolder } from '../settings.js'
import { stopProcess } from '../setup/installation.js'
import { findPostmaster, processorTime } from '../setup/processor-time.js'
import { ask } from '../setup/questions.js'

/**
 * The catalogue's.
 * @param {object} wanted
 * @param {object} wanted.connection
 * @param {string} wanted.bookId
 * @param {{ partnerId: string, itemId: string }} wanted.known The floor repeats the SQL of reading these.
 * @param {object[]} wanted.samples Two bodies of partners; the floor repeats the SQL of creating the second.
 */
export const startFloor = wanted => start('server.js', wanted)

/**
 * @param {object} wanted
 * @param {object} wanted.connection
 * @param {string} wanted.slug
 * @param {string[]} wanted.issueIds Two drafts of that tenant; the floor repeats the SQL of confirming the second.
 */
export const startStockFloor = wanted => start('stock-server.js', wanted)

/** Repeats the SQL of creating this order of the tenant, and lists the orders of a book. */
export const startSalesFloor = wanted => start('sales-server.js', wanted)

/** The hand-written statements, in a database of their own. */
export async function startBare(wanted) {
  const { child, first, ...process } = await start('bare-server.js', wanted)
  return { ...process, ...first, ask: question => ask(child, question) }
}

async function start(program, wanted) {
  const postmaster = await findPostmaster(wanted.connection)
  const child = fork(path.join(benchFolder, 'floor', program), { detached: true })
  const first = await ask(child, wanted)
  const cpu = () => processorTime(child.pid, postmaster)
  return { origin: first.origin, cpu, close: () => stopProcess(child), child, first }
}
