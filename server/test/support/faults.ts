/** What is found out after the last test: a line each in the folder of the run, read when it is closed. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const fileName = 'faults'

export const noteFault = (fault: string): void => fs.appendFileSync(path.join(os.tmpdir(), fileName), `${fault}\n`)

export function readFaults(runFolder: string): string[] {
  const file = path.join(runFolder, fileName)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd().split('\n') : []
}
