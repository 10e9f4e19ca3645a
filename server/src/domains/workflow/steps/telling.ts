/** Mails that tell people of a role of their new task. */
import type { WriteContext } from '../../../kernel/context.ts'
import { listUsers } from '../../accounts/index.ts'
import { adminsOf, type WantedMail, writeMails } from '../../mails/index.ts'
import type { HandedOver } from './store.ts'

/** In the transaction that made them tasks; each step is told of once. */
export async function tellOfTasks(ctx: WriteContext, steps: readonly HandedOver[]): Promise<void> {
  if (steps.length === 0) return
  const { tenant } = ctx.account
  const users = (await listUsers(ctx.tx, tenant.id)).filter(({ is_active }) => is_active)
  const admins = await adminsOf(ctx.tx, tenant.id)
  const mails = steps.flatMap(step => {
    const ofRole = users.filter(({ role }) => role === step.role).map(({ email }) => email)
    // Every wait ends with a person: where the role has none, with those who may do it too.
    const recipients = ofRole.length > 0 ? ofRole : admins
    return recipients.map(recipient => mailOf(ctx, { step, recipient }))
  })
  await writeMails(ctx.tx, mails, ctx.serviceTime)
}

function mailOf({ account }: WriteContext, { step, recipient }: { step: HandedOver; recipient: string }): WantedMail {
  const { tenant, book } = account
  const { number, name } = step.shown_document as { number?: string | null; name?: string | null }
  return {
    tenantId: tenant.id,
    topic: `step:${step.id}`,
    recipient,
    subject: oneLine(`Task: ${step.title}`),
    body: `\
${oneLine(step.title)}

Document: ${oneLine([step.shown_document.object, number, name].filter(Boolean).join(' '))}
Workflow: ${oneLine(step.definition_name)}
Account:  ${oneLine(tenant.name)} (${tenant.slug})
Mode:     ${book.isLive ? 'live' : 'test (sandbox)'}

It waits for a person with the role ${step.role}. What it holds back goes on when it is completed.

Step: ${step.id}
`,
  }
}

/** Titles and names are free text; a line break in them would write a line of ours. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
