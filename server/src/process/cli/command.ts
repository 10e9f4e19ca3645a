/** What all commands share: the store, `--json`, option values that are checked. */

import type { Database } from '../../db/pool.ts'
import { type Day, isDay } from '../../lib/days.ts'
import { parseInstant } from '../../lib/instants.ts'
import type { Config } from '../config.ts'
import { openStore } from '../database.ts'
import { orInterrupted, type StopSignals } from '../stop-signals.ts'

/** One clear line for the person at the command line. */
export class Refusal extends Error {}

export interface Surroundings {
  config: Config
  database: Database
  /** The migrations opening the store ran. */
  migrated: string[]
}

export type WithStore = (purpose: string, work: (surroundings: Surroundings) => Promise<void>) => Promise<void>

/** Where a command was typed: a process of its own, or a test. */
export interface Terminal {
  readConfig(): Config
  input: AsyncIterable<Uint8Array>
  /** To standard output, as a line. */
  say(text: string): void
  /** To standard error, as a line. */
  complain(text: string): void
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
    const store = await openStore(config, { purpose, log: () => {}, stopping })
    try {
      await orInterrupted(work({ config, database: store.database, migrated: store.migrated }), stopping)
      await new Promise(resolve => setTimeout(resolve, notifyDelayMs))
    } finally {
      await store.close()
    }
  },
  print: (asJson, value, lines) => terminal.say(asJson ? JSON.stringify(value) : lines.join('\n')),
})

const refuse = (message: string): never => {
  throw new Refusal(message)
}

export const commaList = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

export const flag =
  (name: string) =>
  (value: string): boolean =>
    value === 'true' || value === 'false' ? value === 'true' : refuse(`${name} takes true or false, not ${value}.`)

export const wholeNumber =
  (name: string, least = 0) =>
  (value: string): number => {
    const number = Number(value)
    const isFine = /^\d{1,9}$/.test(value) && number >= least
    return isFine ? number : refuse(`${name} takes a whole number from ${least} on, not ${value}.`)
  }

export const oneOf =
  <T extends string>(name: string, allowed: readonly T[]) =>
  (value: string): T =>
    allowed.find(item => item === value) ?? refuse(`${name} takes one of ${allowed.join(', ')}, not ${value}.`)

export const someOf =
  <T extends string>(name: string, allowed: readonly T[]) =>
  (value: string): T[] => {
    const list = commaList(value)
    return list.length > 0 ? list.map(oneOf(name, allowed)) : refuse(`${name} takes at least one value.`)
  }

export const day =
  (name: string) =>
  (value: string): Day =>
    isDay(value) ? value : refuse(`${name} takes a day such as 2027-01-31, not ${value}.`)

export const instant =
  (name: string) =>
  (value: string): string =>
    parseInstant(value) ?? refuse(`${name} takes an instant such as 2027-01-31T12:00:00Z, not ${value}.`)

export const text =
  (name: string, longest: number) =>
  (value: string): string => {
    if (value.trim() === '' || value.length > longest) throw new Refusal(`${name} takes 1 to ${longest} characters.`)
    return value
  }
