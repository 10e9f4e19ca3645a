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
  environment?: Record<string, string>
  /** Whether a person looks at what it prints. */
  isShown?: boolean
  /** What the person types who is asked. */
  answer?: string
  /** Ends a command that goes on until it is told to stop. */
  until?: AbortSignal
  /** Hears each line as it is printed. */
  onLine?: (line: string) => void
}

const never = () => new AbortController().signal

/** Runs a command to its end. It meets a server, and other commands, in the database only: as a process would. */
export async function enter(
  place: Pick<Place, 'env'>,
  args: string[],
  { input = '', environment = {}, isShown = false, answer, until, onLine = () => {} }: CommandOptions = {},
): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const code = await runCommand(args, {
    readConfig: () => readConfig(place.env),
    environment,
    input: Readable.from([Buffer.from(input)]),
    isShown,
    say(text) {
      printed.stdout += `${text}\n`
      onLine(text)
    },
    write(bytes) {
      printed.stdout += Buffer.from(bytes).toString()
    },
    complain(text) {
      printed.stderr += `${text}\n`
      onLine(text)
    },
    ask: answer === undefined ? undefined : async () => answer,
    // No signal comes but the one of the test: `run` is for those.
    stopSignals: () => ({ wished: until ?? never(), hurried: never() }),
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
