/** Returnable packaging that is out with a partner. */
import type { PackagingBalance } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { Link } from '../../kit/link.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function PackagingOfPartner({ partnerId }: { partnerId: string }) {
  const { sections, packaging: words } = useWords('partners')
  const { day, money, quantity } = useFormat()
  const mayTake = useRights().has('stock:write')
  return (
    <RelatedList<PackagingBalance>
      label={sections.packaging}
      path="/packaging-balances"
      query={{ partner_id: partnerId }}
      keyOf={balance => balance.id}
      open={balance => `/items/${balance.item.id}`}
      empty={words.empty}
      tools={
        <>
          <Link to={`/packaging/movements?partner_id=${partnerId}`} look="normal">
            {words.movements}
          </Link>
          {mayTake && (
            <Link to={`/packaging/returns/new?partner_id=${partnerId}`} look="normal">
              {words.takeBack}
            </Link>
          )}
        </>
      }
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
