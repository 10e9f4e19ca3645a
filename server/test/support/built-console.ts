/** The console as it is built for people: once for all files of a run, when its sources changed. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isFresh } from '../../../console/build.js'

const folder = fileURLToPath(new URL('../../../console', import.meta.url))

export const consoleFolder = path.join(folder, 'dist')

/** Two workers may build at the same moment: each swaps a whole folder in. */
export async function buildConsole(): Promise<void> {
  if (!isFresh()) await promisify(execFile)(process.execPath, [path.join(folder, 'build.js')])
}
