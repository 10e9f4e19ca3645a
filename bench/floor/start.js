/** Starts the floor in a process of its own. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { benchFolder } from '../settings.js'
import { stopProcess } from '../setup/installation.js'
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

async function start(program, wanted) {
  const child = fork(path.join(benchFolder, 'floor', program), { detached: true })
  const { origin } = await ask(child, wanted)
  return { origin, cpu: () => ask(child, 'cpu'), close: () => stopProcess(child) }
}
