/** The command line without a process for each command: the same program, in a terminal of the test. */
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { runCommand } from '../../src/process/cli/program.ts'
import { readConfig } from '../../src/process/config.ts'
import type { Place } from './process.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

interface CommandOptions {
  input?: string
}

/** Runs a command to its end. It meets a server, and other commands, in the database only: as a process would. */
export async function enter(place: Place, args: string[], { input = '' }: CommandOptions = {}): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const code = await runCommand(args, {
    readConfig: () => readConfig(place.env),
    input: Readable.from([Buffer.from(input)]),
    say(text) {
      printed.stdout += `${text}\n`
    },
    complain(text) {
      printed.stderr += `${text}\n`
    },
    // No signal comes: `run` is for those.
    stopSignals: () => ({ wished: new AbortController().signal, hurried: new AbortController().signal }),
  })
  return { code, ...printed }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the command printed
export type Printed = any

/** Runs a command with `--json` that has to succeed, and returns the one object it prints. */
export const cli = async (place: Place, args: string[], options: CommandOptions = {}): Promise<Printed> =>
  printedBy(await enter(place, [...args, '--json'], options))

/** What a command printed that had to succeed. */
export function printedBy({ code, stdout, stderr }: Ended): Printed {
  if (code !== 0) throw new Error(`the command ended with ${code}: ${stderr}`)
  return oneObject(stdout)
}

/** Exactly one JSON object and nothing else. */
export function oneObject(stdout: string): Printed {
  const value: unknown = JSON.parse(stdout)
  expect(value).toBeTypeOf('object')
  expect(Array.isArray(value)).toBe(false)
  return value
}
