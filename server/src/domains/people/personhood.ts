/** Who a user is: the person they have proved to be, or one made for them. */
import { problem } from '../../contract/problems.ts'
import type { Queryable, Tx } from '../../db/pool.ts'
import { auditWrite } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { newId } from '../../lib/ids.ts'
import type { Instant } from '../../lib/instants.ts'
import {
  findMembership,
  findPersonByEmail,
  findPersonById,
  hasWayIn,
  insertPerson,
  linkUser,
  lockEmail,
  type Membership,
  type Person,
} from './store.ts'

export const memberOf = async (db: Queryable, caller: Caller): Promise<Membership> =>
  (await findMembership(db, caller.tenant.id, caller.owner.id))!

/** Somebody who signs in with this e-mail elsewhere is not whoever came here by a link: that has to be shown first. */
export async function personOf(tx: Tx, member: Membership, now: Instant): Promise<Person> {
  if (member.person_id) return (await findPersonById(tx, member.person_id))!
  await lockEmail(tx, member.email)
  const known = await findPersonByEmail(tx, member.email)
  if (hasWayIn(known)) {
    throw problem('forbidden', {
      detail: 'Somebody signs in with this e-mail already. Set your password first, with the one you have now.',
    })
  }
  const id = known?.id ?? newId()
  if (!known) await insertPerson(tx, { id, email: member.email }, now)
  await linkUser(tx, { tenantId: member.tenant_id, userId: member.user_id, personId: id })
  return (await findPersonById(tx, id))!
}

/** What people change about themselves. */
export const auditOwn = (ctx: WriteContext, caller: Caller, told: { action: string; details: object }): void =>
  auditWrite(ctx, { ...told, subjectId: caller.owner.id })
