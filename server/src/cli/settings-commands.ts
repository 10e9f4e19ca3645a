/** `settings export` and `settings import`: an account's settings as one document. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { Database } from '../db/pool.ts'
import type { Plan } from '../domains/settings/plan.ts'
import type { Settings } from '../domains/settings/schema.ts'
import { type Account, findAccount } from '../kernel/account.ts'
import type { Mode } from '../lib/api-key.ts'
import { oneOf, print, Refusal, type WithStore } from './command.ts'

interface Options {
  tenant: string
  mode: Mode
  file?: string
  dryRun?: boolean
  json?: boolean
}

export function settingsCommands(program: Command, withStore: WithStore): void {
  const settings = program.command('settings').description("an account's settings as one JSON document")
  const common = (command: Command): Command =>
    command
      .requiredOption('--tenant <slug>', 'whose settings')
      .requiredOption('--mode <mode>', 'live or test', oneOf('--mode', ['live', 'test']))
      .option('--json', 'print one JSON object')

  common(settings.command('export'))
    .description('print the document, or write it to a file')
    .option('--file <file>', 'where to write it')
    .action((options: Options) =>
      withStore('settings export', async ({ database }) => {
        const { exportSettings } = await actions()
        const document = await exportSettings(database, await accountOf(database, options))
        const text = JSON.stringify(document, null, 2)
        if (!options.file) return console.log(options.json ? JSON.stringify(document) : text)
        await writeFile(options.file, `${text}\n`)
        print(options.json, { file: options.file }, [`Written to ${options.file}.`])
      }),
    )

  common(settings.command('import'))
    .description('show what a document changes, and apply it; nothing is ever deleted')
    .option('--file <file>', 'the document (default: standard input)')
    .option('--dry-run', 'only show')
    .action((options: Options) =>
      withStore('settings import', async ({ database }) => {
        const account = await accountOf(database, options)
        const plan = await run(database, account, await documentOf(options.file), options.dryRun === true)
        const refused = plan.refusals.length > 0
        print(options.json, { ...plan, applied: !refused && !options.dryRun }, planLines(plan, options.dryRun === true))
        if (refused) throw new Refusal('Nothing was changed.')
      }),
    )
}

/** Loaded when they are wanted, so that other commands start sooner. */
const actions = () => import('../domains/settings/actions.ts')

async function run(database: Database, account: Account, wanted: Settings, isDryRun: boolean): Promise<Plan> {
  const { importSettings, planSettings } = await actions()
  return isDryRun ? planSettings(database, account, wanted) : importSettings(database, Date.now, account, wanted)
}

async function accountOf(database: Database, { tenant, mode }: Options): Promise<Account> {
  const account = await findAccount(database, tenant, mode === 'live')
  if (!account) throw new Refusal(`There is no tenant ${tenant}.`)
  return account
}

async function documentOf(file: string | undefined): Promise<Settings> {
  const text = await (file === undefined ? readStandardInput() : readFile(file, 'utf8')).catch((error: Error) => {
    throw new Refusal(`The document cannot be read: ${error.message}`)
  })
  const document = parsed(text)
  const faults = (await actions()).settingsFaults(document)
  if (faults.length === 0) return document as Settings
  const rows = faults.map(row => `  ${row.field || '(document)'}: ${row.message}`)
  throw new Refusal(`The document is not valid:\n${rows.join('\n')}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(`The document is not JSON: ${(error as Error).message}`)
  }
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function planLines(plan: Plan, isDryRun: boolean): string[] {
  const refusals = plan.refusals.map(({ section, key, reason }) => `refused  ${section} ${key}: ${reason}`)
  const changes = plan.changes.map(({ section, key, action }) => `${action}   ${section} ${key}`)
  if (refusals.length > 0) return [...changes, ...refusals]
  if (changes.length === 0) return ['Nothing to change.']
  return [...changes, isDryRun ? 'Nothing was applied (--dry-run).' : 'Applied.']
}
