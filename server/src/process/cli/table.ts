/** Every command and every group of commands. */
import type { Audience, CommandSpec } from './declaration.ts'
import { integratorCommands } from './integrator-table.ts'
import { operatorCommands } from './operator-table.ts'

export const commands: readonly CommandSpec[] = [...operatorCommands, ...integratorCommands]

export const groups: Readonly<Record<string, { help: string; audience: Audience }>> = {
  tenant: { help: 'customers and their plan', audience: 'The service:' },
  key: { help: 'API keys', audience: 'The service:' },
  settings: { help: "an account's settings as one JSON document", audience: 'The service:' },
  task: { help: 'workflow steps that wait for people', audience: 'The service:' },
  partner: { help: 'partners that want to be forgotten', audience: 'The service:' },
  person: { help: 'what is stored of a person', audience: 'The service:' },
  profile: { help: 'services and keys by name', audience: 'Integrations, with a key:' },
}
