/** Returnable packaging that is out, by who has it. */
import type { PackagingBalance } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function BalanceList() {
  const { screens } = useWords('frame')
  const words = useWords('packaging')
  return (
    <ListScreen<PackagingBalance>
      title={screens.packaging}
      path="/packaging-balances"
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={balance => balance.id}
      open={movementsOf}
      actions={
        <>
          <Link to="/packaging/movements" look="normal">
            {words.movements}
          </Link>
          <Link to="/packaging/returns" look="normal">
            {words.returns}
          </Link>
        </>
      }
      create={{ label: words.create, to: '/packaging/returns/new' }}
      empty={words.empty}
    />
  )
}

/** How the balance came to be. */
const movementsOf = ({ partner, deposit_id }: PackagingBalance): string =>
  `/packaging/movements?deposit_id=${deposit_id}${partner ? `&partner_id=${partner.id}` : ''}`

function useFilters(): readonly Filter[] {
  const { filters } = useWords('packaging')
  const { yes, no } = useWords('frame')
  return [
    {
      kind: 'chips',
      name: 'is_open',
      label: filters.open,
      options: [
        { value: 'true', label: `${filters.open}: ${yes}` },
        { value: 'false', label: `${filters.open}: ${no}` },
      ],
    },
    { kind: 'record', name: 'partner_id', label: filters.partner, of: 'partner' },
    { kind: 'record', name: 'item_id', label: filters.item, of: 'item' },
  ]
}

function useColumns(): readonly ListColumn<PackagingBalance>[] {
  const { columns, unknown } = useWords('packaging')
  const { day, money, quantity } = useFormat()
  const holder = ({ partner }: PackagingBalance) => partner?.name ?? unknown
  return [
    { key: 'partner', label: columns.partner, card: 'title', cell: holder, csv: holder },
    {
      key: 'item',
      label: columns.item,
      card: 'wide',
      cell: balance => balance.item.name,
      csv: balance => balance.item.name,
    },
    {
      key: 'pieces',
      label: columns.pieces,
      isNumber: true,
      card: 'amount',
      cell: balance => quantity(balance.pieces),
      csv: balance => balance.pieces,
    },
    {
      key: 'deposit',
      label: columns.deposit,
      isNumber: true,
      card: 'none',
      cell: balance => money(balance.deposit_amount, balance.currency),
      csv: balance => balance.deposit_amount,
    },
    {
      key: 'total',
      label: columns.total,
      isNumber: true,
      cell: balance => money(balance.deposit_total, balance.currency),
      csv: balance => balance.deposit_total,
    },
    {
      key: 'currency',
      label: columns.currency,
      isHidden: true,
      cell: ({ currency }) => currency,
      csv: ({ currency }) => currency,
    },
    {
      key: 'last',
      label: columns.last,
      cell: balance => day(balance.last_movement_on),
      csv: balance => balance.last_movement_on,
    },
  ]
}
