/** Where an item is offered. */
import type { Item } from '@cellarbook/sdk'
import { Badge } from '../../kit/state.tsx'
import { useWords } from '../../words/use-words.ts'

export function Offered({ item }: { item: Item }) {
  const { badges } = useWords('items')
  return (
    <span className="row">
      {item.web_available && <Badge tone="news">{badges.web}</Badge>}
      {item.pos_available && <Badge tone="good">{badges.pos}</Badge>}
      {!item.is_active && <Badge tone="warn">{badges.inactive}</Badge>}
    </span>
  )
}
