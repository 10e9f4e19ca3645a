/** `task list` and `task complete`: the workflow steps that wait for people. */
import { Problem } from '../../contract/problems.ts'
import type { Database } from '../../db/pool.ts'
import { getTenant, keyOwner } from '../../domains/accounts/actions.ts'
import { type Account, findAccount } from '../../kernel/account.ts'
import type { Mode } from '../../lib/api-key.ts'
import { isUuid } from '../../lib/ids.ts'
import { Refusal, type Tools } from './command.ts'
import { tableLines } from './look.ts'

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

export async function taskList({ withStore, print }: Tools, options: Options): Promise<void> {
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
    const rows = tasks.map(({ id, role, document, title }) => [id, String(role), document.object, title])
    const lines =
      rows.length > 0 ? tableLines(['step', 'role', 'document', 'title'], rows) : ['Nothing waits for a person.']
    print(options.json, { tasks }, lines)
  })
}

export async function taskComplete(
  { withStore, print }: Tools,
  options: CompleteOptions,
  stepId: string,
): Promise<void> {
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
    print(options.json, { id: stepId, outcome, completed_by: person.email }, [`${person.email} completed ${stepId}.`])
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

function inOneLine(error: unknown): never {
  if (error instanceof Problem) throw new Refusal(error.detail ?? error.message)
  throw error
}
