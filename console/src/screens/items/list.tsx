/** All items: what is bought, brewed, stocked or sold. */
import type { Item } from '@cellarbook/sdk'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Offered } from './offered.tsx'
import { useTypeOptions } from './types.ts'

export function ItemList() {
  const { screens } = useWords('frame')
  const words = useWords('items')
  return (
    <ListScreen<Item>
      title={screens.items}
      path="/items"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={item => item.id}
      open={item => `/items/${item.id}`}
      create={{ label: words.create, to: '/items/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { filters } = useWords('items')
  const options = useTypeOptions()
  return [
    { kind: 'choice', name: 'item_type', label: filters.type, options },
    {
      kind: 'choice',
      name: 'is_active',
      label: filters.activity,
      options: [
        { value: 'true', label: filters.active },
        { value: 'false', label: filters.inactive },
      ],
    },
    { kind: 'flag', name: 'web_available', label: filters.web },
    { kind: 'flag', name: 'pos_available', label: filters.pos },
  ]
}

function useColumns(): readonly ListColumn<Item>[] {
  const { columns, types } = useWords('items')
  const { decimal } = useFormat()
  return [
    { key: 'name', label: columns.name, card: 'title', cell: ({ name }) => name, csv: ({ name }) => name },
    { key: 'code', label: columns.code, card: 'none', cell: ({ code }) => code, csv: ({ code }) => code ?? '' },
    {
      key: 'type',
      label: columns.type,
      card: 'wide',
      cell: item => types[item.item_type],
      csv: item => types[item.item_type],
    },
    {
      key: 'brand',
      label: columns.brand,
      isHidden: true,
      card: 'none',
      cell: ({ brand }) => brand,
      csv: ({ brand }) => brand ?? '',
    },
    { key: 'unit', label: columns.unit, card: 'none', cell: ({ unit }) => unit.symbol, csv: ({ unit }) => unit.symbol },
    {
      key: 'ean',
      label: columns.ean,
      card: 'none',
      isHidden: true,
      cell: ({ ean }) => ean,
      csv: ({ ean }) => ean ?? '',
    },
    { key: 'offered', label: columns.offered, card: 'none', cell: item => <Offered item={item} /> },
    {
      key: 'price',
      label: columns.price,
      isNumber: true,
      card: 'amount',
      cell: item => item.sale_price && decimal(item.sale_price, 2),
      csv: item => item.sale_price ?? '',
    },
  ]
}
