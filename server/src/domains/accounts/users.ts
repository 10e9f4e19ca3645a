/** A user as it is to be: by the settings, or by the people who manage the account. */
import { problem } from '../../contract/problems.ts'
import type { Tx } from '../../db/pool.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { loadedHouse } from '../../kernel/domain.ts'
import { defineSlot } from '../../kernel/slots.ts'
import { insertUser, type UserRow, updateUser } from './store.ts'
import { isSameStanding, refusalOfChange } from './user-rules.ts'

/** Ends the sessions of a user: whoever had other rights signs in again. */
export const sessionsOfUsers =
  defineSlot<(tx: Tx, user: { tenantId: string; userId: string }) => Promise<number>>('the sessions of users')

/** `known` are the users of the account, locked. A command may do what no person may. */
export async function saveUser(ctx: WriteContext, user: UserRow, known: readonly UserRow[]): Promise<void> {
  const before = known.find(({ id }) => id === user.id)
  refuseChange(ctx, { before, after: user }, known)
  const at = { tenantId: ctx.account.tenant.id, now: ctx.serviceTime }
  if (!before) {
    await insertUser(ctx.tx, at, user)
    return
  }
  await updateUser(ctx.tx, at, user)
  if (isSameStanding(before, user)) return
  await loadedHouse()?.fillingOf(sessionsOfUsers)?.(ctx.tx, { tenantId: at.tenantId, userId: user.id })
}

function refuseChange(
  { actor }: WriteContext,
  change: { before: UserRow | undefined; after: UserRow },
  known: readonly UserRow[],
): void {
  if (actor.type === 'system') return
  const by = known.find(({ id }) => actor.type === 'user' && id === actor.id)
  const detail = by ? refusalOfChange(by, change) : 'People are managed by people.'
  if (detail !== undefined) throw problem('forbidden', { detail })
}
