/** Mails that tell people of a role of their new task. */
import type { WriteContext } from '../../../kernel/context.ts'
import type { Language } from '../../../printing/words.ts'
import { listUsers } from '../../accounts/index.ts'
import { adminsOf, inEach, modeWord, oneLine, type WantedMail, writeMails } from '../../mails/index.ts'
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

function mailOf(ctx: WriteContext, { step, recipient }: { step: HandedOver; recipient: string }): WantedMail {
  const words = inEach(language => wordsOf(ctx, step, language))
  return { tenantId: ctx.account.tenant.id, topic: `step:${step.id}`, recipient, words }
}

function wordsOf({ account: { tenant, book } }: WriteContext, step: HandedOver, language: Language) {
  const { number, name } = step.shown_document as { number?: string | null; name?: string | null }
  const facts = {
    title: oneLine(step.title),
    document: oneLine([step.shown_document.object, number, name].filter(Boolean).join(' ')),
    workflow: oneLine(step.definition_name),
    account: `${oneLine(tenant.name)} (${tenant.slug})`,
    mode: modeWord(book.isLive, language),
    role: step.role,
    id: step.id,
  }
  return language === 'cs' ? inCzech(facts) : inEnglish(facts)
}

type Facts = Record<'title' | 'document' | 'workflow' | 'account' | 'mode' | 'role' | 'id', string>

const inEnglish = ({ title, document, workflow, account, mode, role, id }: Facts) => ({
  subject: `Task: ${title}`,
  body: `\
${title}

Document: ${document}
Workflow: ${workflow}
Account:  ${account}
Mode:     ${mode}

It waits for a person with the role ${role}. What it holds back goes on when it is completed.

Step: ${id}
`,
})

const inCzech = ({ title, document, workflow, account, mode, role, id }: Facts) => ({
  subject: `Úkol: ${title}`,
  body: `\
${title}

Doklad:   ${document}
Postup:   ${workflow}
Účet:     ${account}
Kniha:    ${mode}

Čeká na člověka s rolí ${role}. Co drží, půjde dál, až bude hotový.

Krok: ${id}
`,
})
