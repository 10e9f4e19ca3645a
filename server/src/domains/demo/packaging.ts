/** Who holds kegs of the demo brewery: a pub with an opening balance, some of which came back. */
import type { WriteContext } from '../../kernel/context.ts'
import { daysAfter } from '../../lib/days.ts'
import { findDepositChoices, listPartnerNames } from '../core/index.ts'
import { addAdjustment, addReturn } from '../pos/index.ts'
import { findDefaultWarehouse } from '../stock/index.ts'

/** The business id of the pub. */
const pub = '61577341'

/** `itemIds` are the ids by the names of `items.ts`. A book with other deposits or partners goes without. */
export async function addDemoPackaging(ctx: WriteContext, itemIds: Map<string, string>): Promise<void> {
  const bookId = ctx.account.book.id
  const partner = (await listPartnerNames(ctx.tx, bookId)).find(({ ico }) => ico === pub)
  const warehouse = await findDefaultWarehouse(ctx.tx, bookId)
  const deposits = await findDepositChoices(ctx.tx, bookId)
  const depositOf = (item: string) => deposits.find(({ packaging_item_id }) => packaging_item_id === itemIds.get(item))
  const [large, small] = [depositOf('keg50'), depositOf('keg30')]
  if (!partner || !warehouse || !large || !small) return
  await addAdjustment(ctx, {
    partner_id: partner.id,
    date: daysAfter(ctx.today, -20),
    reason: 'Počáteční stav sudů',
    lines: [
      { deposit_id: large.id, pieces: '9' },
      { deposit_id: small.id, pieces: '4' },
    ],
  })
  await addReturn(ctx, {
    warehouse_id: warehouse.id,
    partner_id: partner.id,
    date: daysAfter(ctx.today, -3),
    lines: [{ deposit_id: large.id, pieces: '5' }],
    notes: 'Vrácené sudy z rozvozu.',
  })
}
