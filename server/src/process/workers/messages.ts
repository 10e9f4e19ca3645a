/** What the leader and its workers tell each other. Everything is plain JSON. */
import type { ConnectionOptions } from '../../db/pool.ts'
import type { Figures } from '../../metrics/open.ts'
import type { Config } from '../config.ts'
import type { Question } from './counters.ts'

export interface Beginning {
  kind: 'begin'
  /** From one on. The first one also does what is done once. */
  number: number
  config: Config
  connection: ConnectionOptions
  poolSize: number
  /** Nothing is to be waited for any more. */
  isConsoleBuilt: boolean
}

export type ToWorker =
  | Beginning
  /** The answers to the questions that were asked last, in their order. */
  | { kind: 'counted'; answers: unknown[] }
  | Poked
  | { kind: 'console_built' }
  /** Its figures are wanted. */
  | { kind: 'measure' }
  /** The page of all figures it asked for. */
  | { kind: 'page'; text: string }
  | { kind: 'stop' }
  /** Requests under way are waited for no longer. */
  | { kind: 'hurry' }

export type ToLeader =
  /** It hears: what is said before is lost. */
  | { kind: 'ready' }
  | { kind: 'serving' }
  /** It cannot serve, and no other could: a line for the person who started it. */
  | { kind: 'refused'; line: string }
  | { kind: 'counting'; questions: Question[] }
  | { kind: 'measured'; figures: Figures }
  | { kind: 'page_wanted' }
  | Poked

/** Something was written to these books. */
export interface Poked {
  kind: 'poked'
  bookIds: string[]
}
