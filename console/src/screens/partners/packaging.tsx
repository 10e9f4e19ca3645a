/** Returnable packaging that is out with a partner. */
import type { PackagingBalance } from '@cellarbook/sdk'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function PackagingOfPartner({ partnerId }: { partnerId: string }) {
  const { sections, packaging: words } = useWords('partners')
  const { day, money, quantity } = useFormat()
  return (
    <RelatedList<PackagingBalance>
      label={sections.packaging}
      path="/packaging-balances"
      query={{ partner_id: partnerId }}
      keyOf={balance => balance.id}
      open={balance => `/items/${balance.item.id}`}
      empty={words.empty}
      columns={[
        { key: 'item', label: words.item, card: 'title', cell: balance => balance.item.name },
        { key: 'pieces', label: words.pieces, isNumber: true, card: 'amount', cell: ({ pieces }) => quantity(pieces) },
        {
          key: 'deposit',
          label: words.deposit,
          isNumber: true,
          card: 'none',
          cell: balance => money(balance.deposit_amount, balance.currency),
        },
        { key: 'last', label: words.last, cell: balance => day(balance.last_movement_on) },
        {
          key: 'total',
          label: words.total,
          isNumber: true,
          cell: balance => money(balance.deposit_total, balance.currency),
        },
      ]}
    />
  )
}
