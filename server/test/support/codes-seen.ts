/** Which codes of the catalogue the tests of a run have provoked, and which of them none has. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ProblemCode, problemCodes } from '../../src/contract/problems.ts'

/** Codes of operations that do not exist yet. Whoever builds one takes its codes away from here. */
export const notYet: readonly ProblemCode[] = []

const filePrefix = 'codes-seen-'
const seen = new Set<string>()

/** Each worker writes a file of its own into the folder of the run; a test may send temporary files elsewhere later. */
const ownFile = path.join(os.tmpdir(), `${filePrefix}${process.pid}`)

/** A line for each code. */
export function noteCode(code: string): void {
  if (seen.has(code)) return
  seen.add(code)
  fs.appendFileSync(ownFile, `${code}\n`)
}

/** A run of all test files has to provoke every code; what wrote no file has seen none. */
export function unseenCodes(runFolder: string): ProblemCode[] {
  const files = fs.readdirSync(runFolder).filter(name => name.startsWith(filePrefix))
  const noted = new Set(files.flatMap(name => fs.readFileSync(path.join(runFolder, name), 'utf8').split('\n')))
  return problemCodes.filter(code => !noted.has(code) && !notYet.includes(code))
}

/** How many there are on the disk. */
export const countTestFiles = (): number =>
  fs
    .readdirSync(path.join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts')).length
