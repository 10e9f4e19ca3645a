/** The bar of the demo brewery: a desk of its own, with two kegs on tap and its shifts. */
import type { WriteContext } from '../../kernel/context.ts'
import type { Settings } from '../../kernel/settings.ts'
import { toInstant, toMilliseconds } from '../../lib/instants.ts'
import { findDeskByCode, openSession, sessionActions, tapKeg } from '../pos/index.ts'

const code = 'VYCEP'

/** With a drawer of its own, at the warehouse of the brewery. Nothing where the account has a use for the code. */
export function demoBar({ cash_desks = [], finance_accounts = [], warehouses = [] }: Settings): Partial<Settings> {
  if ([...cash_desks, ...finance_accounts].some(known => known.code === code)) return {}
  const warehouse = warehouses.find(({ is_default }) => is_default)!.code
  const bank = finance_accounts.find(
    ({ type, currency, is_active }) => type === 'bank' && currency === 'CZK' && is_active,
  )
  return {
    finance_accounts: [{ code, type: 'cash', name: 'Pokladna výčepu', currency: 'CZK' }],
    cash_desks: [{ code, name: 'Výčep', warehouse, cash_account: code, card_account: bank?.code ?? null }],
  }
}

const dayMs = 86_400_000

/** `itemIds` are the ids by the names of `items.ts`. */
export async function addDemoTaps(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const bar = await findDeskByCode(ctx.tx, ctx.account.book.id, code)
  if (!bar) return
  const kegs = [
    ['lager-keg50', 2],
    ['dark-keg30', 1],
  ] as const
  for (const [index, [key, daysAgo]] of kegs.entries()) {
    const tapped_at = toInstant(toMilliseconds(ctx.now) - daysAgo * dayMs)
    await tapKeg(ctx, bar, { tap_number: index + 1, item_id: itemIds.get(key)!, tapped_at })
  }
}

/** A shift that ended a little short, and the one after it, which is open. */
export async function addDemoSessions(ctx: WriteContext): Promise<void> {
  const bar = await findDeskByCode(ctx.tx, ctx.account.book.id, code)
  if (!bar) return
  const first = await openSession(ctx, { cash_desk_id: bar.id, opening_float: '2000.00' })
  const { row } = await sessionActions.run(ctx, 'cash_in', {
    row: first,
    body: { amount: '500.00', description: 'Drobné do pokladny' },
  })
  const count = { counted_cash: '2480.00', withdraw: { amount: '480.00', description: 'Odvod do trezoru' } }
  await sessionActions.run(ctx, 'close', { row, body: count })
  await openSession(ctx, { cash_desk_id: bar.id, opening_float: '2000.00' })
}
