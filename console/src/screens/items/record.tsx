/** One item: what it is, where it lies, what it costs, how it moved. */
import type { Item } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import type { Section } from '../../kit/tabs.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import { ItemFacts } from './facts.tsx'
import { LotsOfItem } from './lots.tsx'
import { MovementsOfItem } from './movements.tsx'
import { StockOfItem } from './stock.tsx'

const EditItem = later(async () => (await import('./edit.tsx')).EditItem)
const PricesOfItem = later(async () => (await import('./prices.tsx')).PricesOfItem)

export function ItemRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const mayWrite = useRights().has('core:write')
  const editing = useEditing<Item>(() => mayWrite)
  const others = useSections(id)
  return (
    <RecordScreen<Item>
      path={`/items/${id}`}
      hasActions={false}
      tools={editing.button}
      sections={(item, answer) => [
        {
          key: 'overview',
          label: words.overview,
          content: editing.isOpen ? <EditItem answer={answer} onDone={editing.close} /> : <ItemFacts item={item} />,
        },
        ...others(item),
      ]}
    />
  )
}

/** What is never in stock, or not for the person to see, has no section about it. */
function useSections(id: string): (item: Item) => Section[] {
  const { sections: words } = useWords('items')
  const isStock = useRights().has('stock:read')
  const prices = { key: 'prices', label: words.prices, content: <PricesOfItem itemId={id} /> }
  return ({ item_type }) =>
    isStock && item_type !== 'service'
      ? [
          { key: 'stock', label: words.stock, content: <StockOfItem itemId={id} /> },
          { key: 'lots', label: words.lots, content: <LotsOfItem itemId={id} /> },
          prices,
          { key: 'movements', label: words.movements, content: <MovementsOfItem itemId={id} /> },
        ]
      : [prices]
}
