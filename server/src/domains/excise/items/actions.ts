/** An item whose beer has moved in excise keeps its °Plato, its volume, and whether it is beer. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import type { Item, ItemChange } from '../../core/index.ts'
import { isCounted } from './store.ts'

type BeerFacts = Pick<Item, 'plato' | 'volume_l' | 'abv' | 'base_item_id' | 'base_item_quantity'>

const wholeOf = (text: string | null): string | null => (text === null ? null : plain(decimal(text).round(0, 'cut')))
const plainOf = (text: string | null): string | null => (text === null ? null : plain(decimal(text)))

/** The row it counts in; null for what cannot be beer. */
const rowOf = ({ plato, abv }: Pick<BeerFacts, 'plato' | 'abv'>): string | null =>
  abv === null || decimal(abv).gt('0.5') ? wholeOf(plato) : null

/** What decides how it is counted. What it is filled from decides only where it does not say its volume itself. */
const countedAs = ({ volume_l, base_item_id, base_item_quantity, ...facts }: BeerFacts): unknown[] => [
  rowOf(facts),
  plainOf(volume_l),
  ...(volume_l === null ? [base_item_id, plainOf(base_item_quantity)] : []),
]

export async function refuseCountedItem(ctx: WriteContext, { before, after }: ItemChange): Promise<void> {
  if (JSON.stringify(countedAs(before)) === JSON.stringify(countedAs(after))) return
  const isVolumeNew = plainOf(before.volume_l) !== plainOf(after.volume_l)
  if (!(await isCounted(ctx.tx, ctx.account.book.id, { itemId: before.id, isVolumeNew }))) return
  throw problem('conflict', because('beer_counted'))
}
