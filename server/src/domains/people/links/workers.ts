/** Sends links to those who asked for another password; of those nobody knows, nothing comes. */

import type { Tx } from '../../../db/pool.ts'
import { appendAudit } from '../../../kernel/audit.ts'
import type { Job, JobDeps } from '../../../kernel/jobs.ts'
import { type Instant, toInstant } from '../../../lib/instants.ts'
import { writeMails } from '../../mails/index.ts'
import { makeLink } from './actions.ts'
import { linkMail } from './mails.ts'
import { findResetSince, listAddressed, takeAskedResets } from './store.ts'

const atOnce = 50
/** Nobody's mailbox is filled by asking again and again. */
const pauseMs = 60_000

/** A mail belongs to an account: to the first of the person's. */
async function answerReset(tx: Tx, email: string, { clock, baseUrl, seals }: JobDeps): Promise<void> {
  const now: Instant = toInstant(clock())
  const users = await listAddressed(tx, email)
  const [first] = users
  if (!first || !seals || (await findResetSince(tx, email, toInstant(clock() - pauseMs)))) return
  const { token } = await makeLink(tx, { kind: 'reset', tenantId: null, userId: null, email }, now)
  const mail = { kind: 'reset' as const, tenantId: first.tenant_id, recipient: email, token, baseUrl }
  await writeMails(tx, [linkMail({ ...mail, occurrence: `${email}:${now}` }, seals)], now)
  for (const { tenant_id, user_id } of users) {
    const actor = { type: 'system' as const, id: null }
    const told = { tenantId: tenant_id, at: now, actor, subjectId: user_id, details: {} }
    await appendAudit(tx, { ...told, action: 'password.reset_asked' })
  }
}

export const answerResets: Job = {
  name: 'links for new passwords',
  everyMs: 2_000,
  async run(deps, isStopping) {
    for (let taken = atOnce; taken === atOnce && !isStopping(); ) {
      taken = await deps.database.transaction(async tx => {
        const emails = await takeAskedResets(tx, atOnce)
        for (const email of emails.toSorted()) await answerReset(tx, email, deps)
        return emails.length
      })
    }
  },
}
