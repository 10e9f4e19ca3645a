/** What a command is: one value from which come its parsing, its help and its completion. */
import type { Tools } from './command.ts'

export interface OptionSpec {
  /** As help shows it: `--mode <mode>`, `-i, --include`. */
  readonly flags: string
  readonly help: string
  readonly isRequired?: boolean
  /** Checks and reads the value; `before` is what the same option gave already. */
  readonly parse?: (value: string, before?: never) => unknown
  /** The value when it is not given. */
  readonly standard?: unknown
  /** What completion offers. */
  readonly values?: readonly string[]
}

/** Gets the options by their names in camelCase, then the arguments. */
export type Run = (tools: Tools, options: never, ...values: never[]) => Promise<void>

/** The heading in the list of commands: what needs the database, and what speaks to a service. */
export type Audience = 'The service:' | 'Integrations, with a key:'

export interface CommandSpec {
  /** As it is typed: `key create`. */
  readonly name: string
  /** As help shows them: `<id>`, `[type]`. */
  readonly values?: readonly { readonly name: string; readonly offers?: readonly string[] }[]
  readonly help: string
  readonly audience: Audience
  readonly options: readonly OptionSpec[]
  readonly example: string
  /** Loaded when it is wanted: to tell the version takes no service. */
  readonly load: () => Promise<Run>
}

/** A command before it is told whom it serves. */
export type Declared = Omit<CommandSpec, 'audience'>
