/** All recipes. */
import type { RecipeListItem } from '@cellarbook/sdk'
import { Badge } from '../../kit/state.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function RecipeList() {
  const { screens } = useWords('frame')
  const words = useWords('recipes')
  return (
    <ListScreen<RecipeListItem>
      title={screens.recipes}
      path="/recipes"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={recipe => recipe.id}
      open={recipe => `/recipes/${recipe.id}`}
      create={{ label: words.create, to: '/recipes/new' }}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { columns, filters } = useWords('recipes')
  return [
    { kind: 'flag', name: 'is_active', label: filters.active },
    { kind: 'record', name: 'item_id', label: columns.beer, of: 'item' },
  ]
}

function useColumns(): readonly ListColumn<RecipeListItem>[] {
  const { columns, state } = useWords('recipes')
  const { quantity, percent, decimal, count } = useFormat()
  const figure = (key: 'og_plato' | 'abv' | 'ibu' | 'ebc', show: (value: string) => string) => ({
    key,
    label: columns[key],
    isNumber: true,
    card: 'none' as const,
    cell: (recipe: RecipeListItem) => recipe[key] && show(recipe[key]),
    csv: (recipe: RecipeListItem) => recipe[key] ?? '',
  })
  return [
    { key: 'name', label: columns.name, card: 'title', cell: recipe => recipe.name, csv: recipe => recipe.name },
    { key: 'code', label: columns.code, cell: recipe => recipe.code, csv: recipe => recipe.code },
    { key: 'beer', label: columns.beer, card: 'wide', cell: ({ item }) => item.name, csv: ({ item }) => item.name },
    {
      key: 'version',
      label: columns.version,
      isNumber: true,
      card: 'none',
      cell: ({ version }) => count(version),
      csv: ({ version }) => String(version),
    },
    figure('og_plato', value => quantity(value, '°P')),
    figure('abv', percent),
    figure('ibu', value => decimal(value)),
    figure('ebc', value => decimal(value)),
    {
      key: 'volume',
      label: columns.volume,
      isNumber: true,
      card: 'amount',
      cell: recipe => quantity(recipe.batch_volume_l, 'l'),
      csv: recipe => recipe.batch_volume_l,
    },
    {
      key: 'state',
      label: columns.state,
      cell: ({ is_active }) => (
        <Badge tone={is_active ? 'good' : 'quiet'}>{is_active ? state.active : state.inactive}</Badge>
      ),
      csv: ({ is_active }) => (is_active ? state.active : state.inactive),
    },
  ]
}
