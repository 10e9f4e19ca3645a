/** Options that mean the same wherever they stand. */
import type { OptionSpec } from './declaration.ts'
import { oneOf } from './values.ts'

export const asJson: OptionSpec = { flags: '--json', help: 'print one JSON object' }

export const modes = ['live', 'test']

export const whose = (help: string): OptionSpec => ({ flags: '--tenant <slug>', help, isRequired: true })
export const mode: OptionSpec = {
  flags: '--mode <mode>',
  help: 'live or test',
  isRequired: true,
  parse: oneOf('--mode', modes),
  values: modes,
}
