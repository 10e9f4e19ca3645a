/** All commands, and how one ends: done, refused in one line, or interrupted. */
import { Command, CommanderError } from 'commander'
import { EmbeddedPostgresError } from '../../db/embedded/index.ts'
import { MigrationError } from '../../db/migrate.ts'
import { AccountRefusal } from '../../domains/accounts/actions.ts'
import { ConfigError } from '../config.ts'
import { ListenError, StoreError, WorkerError } from '../database.ts'
import { Interrupted } from '../stop-signals.ts'
import { auditCommand } from './audit-command.ts'
import { Refusal, type Terminal, toolsAt } from './command.ts'
import { keyCommands } from './key-commands.ts'
import { settingsCommands } from './settings-commands.ts'
import { taskCommands } from './task-commands.ts'
import { tenantCommands } from './tenant-commands.ts'
import { upkeepCommands } from './upkeep-commands.ts'

/** What a person can mend is one line; anything else is a fault of ours and shows its stack. */
const expected = [
  ConfigError,
  EmbeddedPostgresError,
  MigrationError,
  AccountRefusal,
  ListenError,
  StoreError,
  WorkerError,
  Refusal,
]

/** Runs one command and returns its exit code. `serve` goes on after it. */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    await commandsAt(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError || error instanceof Interrupted) return error.exitCode
    const isExpected = expected.some(kind => error instanceof kind)
    terminal.complain(`cellarbook: ${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}`)
    return 1
  }
}

function commandsAt(terminal: Terminal): Command {
  const program = new Command('cellarbook').description(
    'Stock, sales and finance for breweries and other trades, with an integration API.',
  )
  program
    .command('serve')
    .description('run the service (npm start)')
    // Loaded when it is wanted: the other commands start in a third of the time.
    .action(async () => {
      const config = terminal.readConfig()
      const { serve } = await import('../serve.ts')
      await serve(config)
    })
  const tools = toolsAt(terminal)
  tenantCommands(program, tools)
  keyCommands(program, tools)
  settingsCommands(program, tools)
  taskCommands(program, tools)
  upkeepCommands(program, tools)
  auditCommand(program, tools)
  endHere(program, terminal)
  return program
}

/** The process is not Commander's to end. Sub-commands do not inherit it by themselves. */
function endHere(command: Command, terminal: Terminal): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: text => terminal.say(text.trimEnd()),
    outputError: text => terminal.complain(`cellarbook: ${oneLine(text)}`),
  })
  for (const child of command.commands) endHere(child, terminal)
}

/** Commander puts its suggestion on a second line. */
const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
