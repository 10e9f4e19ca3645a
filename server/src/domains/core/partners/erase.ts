/** A partner that wants to be forgotten: who it was is replaced wherever no tax document has to say it. */
import { auditWrite } from '../../../kernel/audit.ts'
import type { AuditActor, WriteContext } from '../../../kernel/context.ts'
import { eraseContacts } from '../contacts/store.ts'
import { tellName } from './actions.ts'
import { partners } from './record.ts'
import type { Partner } from './store.ts'

const nobody = {
  ico: null,
  dic: null,
  email: null,
  phone: null,
  mobile: null,
  web: null,
  street: null,
  city: null,
  zip: null,
  notes: null,
  is_active: false,
  warnings: [],
}

/** Its last digits, for those of ids made at once begin alike. */
const erasedName = (id: string): string => `Erased ${id.slice(-8)}`

/** Open documents follow its name; those that are issued or posted are sealed and keep what they said. */
export async function erasePartner(ctx: WriteContext, before: Partner, actor?: AuditActor): Promise<Partner> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const contacts = await eraseContacts(ctx.tx, at, before.id)
  const erased: Partner = { ...before, ...nobody, name: erasedName(before.id) }
  const changes = [...partners.changesOf(before, erased), ...(contacts > 0 ? ['contacts'] : [])]
  if (changes.length === 0) return before
  const after = await partners.update(ctx, erased, changes)
  await tellName(ctx, after)
  const told = { action: 'partner.erased', subjectId: before.id, details: { contacts } }
  auditWrite(ctx, { ...told, ...(actor && { actor }) })
  return after
}
