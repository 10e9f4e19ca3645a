/** `settings export` and `settings import`: an account's settings as one document. */
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/pool.ts'
import { type Account, findAccount, todayOf } from '../../kernel/account.ts'
import type { Plan, Settings } from '../../kernel/settings.ts'
import type { Mode } from '../../lib/api-key.ts'
import { parseStrictJson } from '../../lib/strict-json.ts'
import { Refusal, type Terminal, type Tools } from './command.ts'

interface Options {
  tenant: string
  mode: Mode
  file?: string
  dryRun?: boolean
  json?: boolean
}

export async function settingsExport({ terminal, withStore, print }: Tools, options: Options): Promise<void> {
  const { readSettings } = await actions()
  await withStore('settings export', async ({ database }) => {
    const account = await accountOf(database, options)
    const document = await readSettings(database, account, todayOf(account, Date.now()))
    const text = JSON.stringify(document, null, 2)
    if (!options.file) return terminal.say(options.json ? JSON.stringify(document) : text)
    await writeFile(options.file, `${text}\n`)
    print(options.json, { file: options.file }, [`Written to ${options.file}.`])
  })
}

export async function settingsImport({ terminal, withStore }: Tools, options: Options): Promise<void> {
  await actions()
  await withStore('settings import', async ({ database }) => {
    const account = await accountOf(database, options)
    await importDocument({ database, account, terminal }, options)
  })
}

interface Import {
  database: Database
  account: Account
  terminal: Terminal
}

/** The plan is shown first. It is drawn again when it is applied: what holds at that moment counts. */
async function importDocument({ database, account, terminal }: Import, options: Options): Promise<void> {
  const { say } = terminal
  const { importSettings, planSettings } = await actions()
  const wanted = await documentOf(options.file, terminal)
  const planned = await planSettings({ db: database, account, today: todayOf(account, Date.now()) }, wanted)
  if (!options.json) say(planLines(planned).join('\n'))
  const isWanted = planned.refusals.length === 0 && planned.changes.length > 0 && !options.dryRun
  const plan = isWanted ? await importSettings(database, Date.now, { account, wanted }) : planned
  const isRefused = plan.refusals.length > 0
  const isApplied = !isRefused && !options.dryRun
  if (options.json) say(JSON.stringify({ ...plan, applied: isApplied }))
  else if (isApplied && isWanted) say('Applied.')
  else if (options.dryRun) say('Nothing was applied (--dry-run).')
  if (isRefused) throw new Refusal('Nothing was changed.')
}

export async function settingsSchemaCommand({ terminal }: Tools): Promise<void> {
  await domains()
  const { settingsSchema } = await import('../../domains/settings/schema.ts')
  terminal.say(JSON.stringify(settingsSchema(), null, 2))
}

/** Loaded when they are wanted, so that other commands start sooner; before the store, which then completes the books. */
const actions = async () => {
  await domains()
  return import('../../domains/settings/actions.ts')
}

/** The list of domains comes first: kinds of numbers stand in it, and settings name them. */
const domains = () => import('../../domains/index.ts')

async function accountOf(database: Database, { tenant, mode }: Options): Promise<Account> {
  const account = await findAccount(database, tenant, mode === 'live')
  if (!account) throw new Refusal(`There is no tenant ${tenant}.`)
  return account
}

async function documentOf(file: string | undefined, terminal: Terminal): Promise<Settings> {
  const bytes = await (file === undefined ? buffer(terminal.input) : readFile(file)).catch((error: Error) => {
    throw new Refusal(`The document cannot be read: ${error.message}`)
  })
  const document = parseDocument(bytes)
  const errors = (await actions()).settingsErrors(document)
  if (errors.length === 0) return document as Settings
  const rows = errors.map(row => `  ${row.field || '(document)'}: ${row.message}`)
  throw new Refusal(`The document is not valid:\n${rows.join('\n')}`)
}

/** As strict as a body: no key twice, nothing that cannot be stored. */
function parseDocument(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    throw new Refusal((error as Error).message.replace('body', 'document'))
  }
}

/** More would scroll the refusals away; `--json` has them all. */
const maxLines = 200

function planLines({ changes, refusals }: Plan): string[] {
  const lines = changes.flatMap(({ section, key, action, fields = [] }) => [
    `${action}   ${section} ${key}`,
    ...fields.map(({ field, from, to }) => `           ${field}: ${shown(from)} → ${shown(to)}`),
  ])
  const more = lines.length - maxLines
  return [
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`… and ${more} lines more; --json has them all`] : []),
    ...refusals.map(({ section, key, reason }) => `refused  ${section} ${key}: ${reason}`),
    ...(changes.length + refusals.length === 0 ? ['Nothing to change.'] : []),
  ]
}

/** A logo would fill the screen. */
const maxValue = 80

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}
