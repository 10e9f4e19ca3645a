/** `task list` and `task complete`: the workflow steps that wait for people. */
import type { Command } from 'commander'
import { Problem } from '../../contract/problems.ts'
import type { Database } from '../../db/pool.ts'
import { getTenant, keyOwner } from '../../domains/accounts/actions.ts'
import { type Account, findAccount } from '../../kernel/account.ts'
import type { Mode } from '../../lib/api-key.ts'
import { isUuid } from '../../lib/ids.ts'
import { parseStrictJson } from '../../lib/strict-json.ts'
import { oneOf, Refusal, type Tools, text } from './command.ts'

interface Options {
  tenant: string
  mode: Mode
  json?: boolean
}

interface CompleteOptions extends Options {
  user?: string
  outcome?: 'ok' | 'rejected'
  result?: Record<string, unknown>
  note?: string
}

export function taskCommands(program: Command, tools: Tools): void {
  const task = program.command('task').description('workflow steps that wait for people')
  taskList(task, tools)
  taskComplete(task, tools)
}

const common = (command: Command): Command =>
  command
    .requiredOption('--tenant <slug>', 'whose tasks')
    .requiredOption('--mode <mode>', 'live or test', oneOf('--mode', ['live', 'test']))
    .option('--json', 'print one JSON object')

function taskList(task: Command, { withStore, print }: Tools): void {
  common(task.command('list'))
    .description('what waits for a person, oldest first')
    .action(async (options: Options) => {
      const { listTasksOf } = await workflow()
      await withStore('task list', async ({ database }) => {
        const { book } = await accountOf(database, options)
        const tasks = (await listTasksOf(database, book.id)).map(step => ({
          id: step.id,
          title: step.title,
          role: step.role,
          status: step.status,
          document: { object: step.document_object, id: step.document_id },
        }))
        const lines = tasks.map(({ id, role, document, title }) => `${id}  ${role}  ${document.object}  ${title}`)
        print(options.json, { tasks }, lines.length > 0 ? lines : ['Nothing waits for a person.'])
      })
    })
}

function taskComplete(task: Command, { withStore, print }: Tools): void {
  common(task.command('complete <step>'))
    .description('complete a task in the name of a user')
    .option('--user <email>', 'who did it (default: the owner)')
    .option('--outcome <outcome>', 'ok or rejected (default: ok)', oneOf('--outcome', ['ok', 'rejected']))
    .option('--result <json>', 'an object of up to 16 kB', resultOf)
    .option('--note <text>', 'a remark', text('--note', 2_000))
    .action(async (stepId: string, options: CompleteOptions) => {
      if (!isUuid(stepId)) throw new Refusal(`There is no step ${stepId}.`)
      const { writeAsPerson } = await import('../../kernel/system-write.ts')
      const { completeTaskOf } = await workflow()
      await withStore('task complete', async ({ database }) => {
        const account = await accountOf(database, options)
        const person = await personOf(database, options)
        const { outcome = 'ok', result, note } = options
        await writeAsPerson(person.id, { database, clock: Date.now, account }, async ctx => {
          await completeTaskOf(
            ctx,
            { stepId, person },
            { outcome, ...(result && { result }), ...(note !== undefined && { note }) },
          )
        }).catch(inOneLine)
        print(options.json, { id: stepId, outcome, completed_by: person.email }, [
          `${person.email} completed ${stepId}.`,
        ])
      })
    })
}

/** The list of domains comes first, as for settings. */
const workflow = async () => {
  await import('../../domains/index.ts')
  return import('../../domains/workflow/index.ts')
}

async function accountOf(database: Database, { tenant, mode }: Options): Promise<Account> {
  const account = await findAccount(database, tenant, mode === 'live')
  if (!account) throw new Refusal(`There is no tenant ${tenant}.`)
  return account
}

const personOf = (database: Database, { tenant, user }: CompleteOptions) =>
  database.transaction(async tx => {
    const person = await keyOwner(tx, await getTenant(tx, tenant), user)
    if (!person.is_active) throw new Refusal(`${person.email} is not active.`)
    return person
  })

const mostResult = 16_384

function resultOf(value: string): Record<string, unknown> {
  const bytes = Buffer.from(value)
  if (bytes.length > mostResult) throw new Refusal('--result takes at most 16 kB.')
  const isObject = (json: unknown) => typeof json === 'object' && json !== null && !Array.isArray(json)
  try {
    const json = parseStrictJson(bytes)
    if (isObject(json)) return json as Record<string, unknown>
  } catch {
    // The same refusal as for other JSON.
  }
  throw new Refusal('--result takes a JSON object.')
}

function inOneLine(error: unknown): never {
  if (error instanceof Problem) throw new Refusal(error.detail ?? error.message)
  throw error
}
