/** `partner erase`, `person export`. */
import { findAccount } from '../../kernel/account.ts'
import { byCommand } from '../../kernel/audit.ts'
import type { Mode } from '../../lib/api-key.ts'
import { isUuid } from '../../lib/ids.ts'
import { findPersonData } from '../privacy/person-store.ts'
import { Refusal, type Tools } from './command.ts'

interface EraseOptions {
  tenant: string
  mode: Mode
  partner: string
  json?: boolean
}

export const partnerErase = (
  { withStore, print }: Tools,
  { tenant, mode, partner: id, json }: EraseOptions,
): Promise<void> =>
  withStore('partner erase', async ({ database }) => {
    await import('../../domains/index.ts')
    const [{ writeAsSystem }, { erasePartner }, { findPartner }] = await Promise.all([
      import('../../kernel/system-write.ts'),
      import('../../domains/core/partners/erase.ts'),
      import('../../domains/core/partners/store.ts'),
    ])
    const account = await findAccount(database, tenant, mode === 'live')
    if (!account) throw new Refusal(`There is no tenant ${tenant}.`)
    const known = isUuid(id) ? await findPartner(database, account.book.id, id) : undefined
    if (!known) throw new Refusal(`There is no partner ${id} in the ${mode} book of ${tenant}.`)
    let name = ''
    await writeAsSystem({ database, clock: database.clock, account }, async ctx => {
      const before = (await findPartner(ctx.tx, account.book.id, id))!
      name = (await erasePartner(ctx, before, byCommand)).name
    })
    print(json, { tenant, mode, partner: id, name }, [
      `${id} is ${name} now. Issued and posted documents keep the name they were made with.`,
    ])
  })

export const personExport = ({ withStore, terminal }: Tools, { email }: { email: string }): Promise<void> =>
  withStore('person export', async ({ database }) => {
    const data = await findPersonData(database, email)
    if (Object.values(data).every(rows => rows.length === 0)) throw new Refusal(`Nothing is stored of ${email}.`)
    terminal.say(JSON.stringify({ email, ...data }, null, 2))
  })
