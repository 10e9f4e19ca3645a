/** Starts the floor in a process of its own. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { benchFolder } from '../settings.js'
import { stopProcess } from '../setup/installation.js'
import { ask } from '../setup/questions.js'

/**
 * @param {object} wanted
 * @param {object} wanted.connection
 * @param {string} wanted.bookId
 * @param {{ partnerId: string, itemId: string }} wanted.known The floor repeats the SQL of reading these.
 * @param {object[]} wanted.samples Two bodies of partners; the floor repeats the SQL of creating the second.
 */
export async function startFloor(wanted) {
  const child = fork(path.join(benchFolder, 'floor', 'server.js'), { detached: true })
  const { origin } = await ask(child, wanted)
  return { origin, cpu: () => ask(child, 'cpu'), close: () => stopProcess(child) }
}
