/** Deposits in the settings. */
import { Money, Shape, type Static } from '../../../contract/schema.ts'
import { upsertRows } from '../../../db/upsert.ts'
import { theHouse } from '../../../kernel/domain.ts'
import { defineSection } from '../../../kernel/section.ts'
import {
  bookOf,
  Code,
  Currency,
  codeOf,
  Flag,
  Name,
  optional,
  unknownCurrency,
} from '../../../kernel/settings-words.ts'
import { defineSource } from '../../../kernel/snapshot.ts'
import { listUsed } from '../../../kernel/uses.ts'
import { decimal } from '../../../lib/decimal.ts'
import { itemNames } from '../names/sources.ts'
import { ItemText } from '../names/words.ts'
import { type DepositRow, depositTable, listDeposits } from './store.ts'
import { amountOfDeposit } from './uses.ts'

const Deposit = Shape({
  code: Code,
  name: Name,
  packaging_item: ItemText,
  amount: Money,
  currency: optional(Currency),
  is_active: Flag,
})
type Deposit = Static<typeof Deposit>

declare module '../../../kernel/settings.ts' {
  interface Settings {
    deposits?: Deposit[]
  }
}

/** Deposits that somebody was charged. */
const chargedDeposits = defineSource({
  load: ({ db, account }) => listUsed(db, theHouse().usesOf(amountOfDeposit), account.book.id),
})

export const deposits = defineSection<Deposit, DepositRow>({
  name: 'deposits',
  place: 14,
  entry: Deposit,
  needs: [itemNames, chargedDeposits],
  load: ({ db, account }) => listDeposits(db, account.book.id),
  canonical: (entry, snapshot) => ({
    ...entry,
    packaging_item: snapshot.get(itemNames).ownName(entry.packaging_item),
  }),
  key: codeOf,
  defaults: { currency: 'CZK', is_active: true },
  out: ({ code, name, packaging_item_id, amount, currency, is_active }, snapshot) => ({
    code,
    name,
    packaging_item: snapshot.get(itemNames).nameOf(packaging_item_id),
    amount,
    currency,
    is_active,
  }),
  row: ({ packaging_item, ...entry }, id, snapshot) => ({
    ...entry,
    id,
    packaging_item_id: snapshot.get(itemNames).find(packaging_item)!.id,
  }),
  refuse(entry, { before, row, snapshot }) {
    const item = snapshot.get(itemNames).find(entry.packaging_item)
    if (!item) return `There is no item ${entry.packaging_item}.`
    if (item.item_type !== 'packaging') return `${entry.packaging_item} is no packaging item.`
    if (before && before.packaging_item !== entry.packaging_item) {
      return 'The packaging item cannot change: pieces out at customers are counted by it.'
    }
    if (before && before.currency !== entry.currency) return 'The currency cannot change: deposits were paid in it.'
    if (row && !decimal(row.amount).eq(entry.amount) && snapshot.get(chargedDeposits).has(row.id)) {
      return 'The amount cannot change: pieces out there were charged with it. Add a new deposit and take this one out of use.'
    }
    return unknownCurrency(entry.currency)
  },
  async save(ctx, rows) {
    await upsertRows(ctx.tx, bookOf(ctx), { table: depositTable, rows })
    const ids = rows.map(({ id }) => id)
    for (const follower of theHouse().followers) await follower.deposits?.(ctx, ids)
  },
})
