/** What all commands share: the terminal, the store, `--json`. */
import type { Database } from '../../db/pool.ts'
import type { Config } from '../config.ts'
import { orInterrupted, type StopSignals } from '../stop-signals.ts'

/** One clear line for the person at the command line. */
export class Refusal extends Error {}

/** The command has said all there is to say, and failed. */
export class Failed extends Error {}

export interface Surroundings {
  config: Config
  database: Database
  /** The migrations opening the store ran. */
  migrated: string[]
  /** The database as the owner of its tables; the command ends it. */
  openOwner: () => Database
  /** Aborted by a signal: the command is ending. */
  stopping: AbortSignal
}

export type WithStore = (purpose: string, work: (surroundings: Surroundings) => Promise<void>) => Promise<void>

/** Where a command was typed: a process of its own, or a test. */
export interface Terminal {
  readConfig(): Config
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: AsyncIterable<Uint8Array>
  /** Whether a person reads standard output. */
  readonly isShown: boolean
  /** To standard output, as a line. */
  say(text: string): void
  /** To standard output, as it is. */
  write(bytes: Uint8Array): void
  /** To standard error, as a line. */
  complain(text: string): void
  /** Asks the person who types; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** Asked for when a command begins that a signal can interrupt. */
  stopSignals(): StopSignals
}

/** What the commands work with. */
export interface Tools {
  terminal: Terminal
  withStore: WithStore
  /** One JSON object with `--json`, otherwise lines for people. */
  print(asJson: boolean | undefined, value: object, lines: string[]): void
}

/** Running servers hear of a change by a notification; give it the moment it takes before the next command. */
const notifyDelayMs = 50

export const toolsAt = (terminal: Terminal): Tools => ({
  terminal,
  async withStore(purpose, work) {
    const { wished: stopping } = terminal.stopSignals()
    const config = terminal.readConfig()
    const [{ openStore }, { openDatabase }] = await Promise.all([import('../database.ts'), import('../../db/pool.ts')])
    const store = await openStore(config, { purpose, log: () => {}, stopping })
    const { database, migrated, owner } = store
    const openOwner = () => openDatabase(owner, { name: `cellarbook ${purpose}`, size: 2 })
    try {
      await orInterrupted(work({ config, database, migrated, openOwner, stopping }), stopping)
      await new Promise(resolve => setTimeout(resolve, notifyDelayMs))
    } finally {
      await store.close()
    }
  },
  print: (asJson, value, lines) => terminal.say(asJson ? JSON.stringify(value) : lines.join('\n')),
})
