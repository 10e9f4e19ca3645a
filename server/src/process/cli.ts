/** The command line: `npx cellarbook …`, beside a running server or without one. */
import { Command, CommanderError } from 'commander'
import { EmbeddedPostgresError } from '../db/embedded/index.ts'
import { MigrationError } from '../db/migrate.ts'
import { AccountRefusal } from '../domains/accounts/actions.ts'
import { auditCommand } from './cli/audit-command.ts'
import { Refusal, withStore } from './cli/command.ts'
import { keyCommands } from './cli/key-commands.ts'
import { settingsCommands } from './cli/settings-commands.ts'
import { tenantCommands } from './cli/tenant-commands.ts'
import { upkeepCommands } from './cli/upkeep-commands.ts'
import { ConfigError, loadEnvFile, readConfig } from './config.ts'
import { ListenError, StoreError } from './database.ts'
import { Interrupted } from './stop-signals.ts'

const program = new Command('cellarbook')
  .description('Stock, sales and finance for breweries and other trades, with an integration API.')
  .exitOverride()
  .configureOutput({ outputError: text => process.stderr.write(`cellarbook: ${oneLine(text)}`) })

program
  .command('serve')
  .description('run the service (npm start)')
  // Loaded when it is wanted: the other commands start in a third of the time.
  .action(async () => {
    const config = readConfig(process.env)
    const { serve } = await import('./serve.ts')
    await serve(config)
  })

tenantCommands(program, withStore)
keyCommands(program, withStore)
settingsCommands(program, withStore)
upkeepCommands(program, withStore)
auditCommand(program, withStore)
inheritExit(program)

/** Commander puts its suggestion on a second line. */
function oneLine(text: string): string {
  return `${text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')}\n`
}

/** Sub-commands do not inherit it by themselves. */
function inheritExit(command: Command): void {
  for (const child of command.commands) {
    child.exitOverride()
    child.configureOutput({
      outputError: text => process.stderr.write(`cellarbook: ${oneLine(text)}`),
    })
    inheritExit(child)
  }
}

/** What a person can mend is one line; anything else is a fault of ours and shows its stack. */
const expected = [ConfigError, EmbeddedPostgresError, MigrationError, AccountRefusal, ListenError, StoreError, Refusal]

try {
  loadEnvFile()
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError || error instanceof Interrupted) process.exit(error.exitCode)
  const isExpected = expected.some(kind => error instanceof kind)
  console.error(`cellarbook: ${isExpected ? (error as Error).message : ((error as Error).stack ?? error)}`)
  process.exit(1)
}
