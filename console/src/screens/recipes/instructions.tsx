/** Ingredients and steps of a version. */
import type { Recipe } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Version = Pick<Recipe, 'ingredients' | 'steps'>

export function Instructions({ version }: { version: Version }) {
  const { ingredients: words, phases, uses } = useWords('recipes')
  const { quantity, count } = useFormat()
  return (
    <div className="stack">
      <Table
        label={words.label}
        rows={version.ingredients}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'item',
            label: words.item,
            card: 'title',
            cell: ({ item }) => <Link to={`/items/${item.id}`}>{item.name}</Link>,
          },
          {
            key: 'quantity',
            label: words.quantity,
            isNumber: true,
            card: 'amount',
            cell: line => quantity(line.quantity, line.unit.symbol),
          },
          { key: 'phase', label: words.phase, cell: ({ phase }) => phases[phase] },
          {
            key: 'use',
            label: words.use,
            cell: ({ use }) => use && ((uses as Record<string, string>)[use] ?? use),
          },
          {
            key: 'minutes',
            label: words.minutes,
            isNumber: true,
            card: 'none',
            cell: ({ minutes }) => minutes !== null && count(minutes),
          },
        ]}
      />
      <Steps version={version} />
    </div>
  )
}

function Steps({ version }: { version: Version }) {
  const { steps: words } = useWords('recipes')
  const { quantity, count } = useFormat()
  if (version.steps.length === 0) return null
  return (
    <section className="stack-close">
      <h2>{words.label}</h2>
      <Table
        label={words.label}
        rows={version.steps}
        keyOf={({ name }, index) => `${index} ${name}`}
        columns={[
          { key: 'name', label: words.name, card: 'title', cell: ({ name }) => name },
          {
            key: 'temperature',
            label: words.temperature,
            isNumber: true,
            cell: ({ temperature_c }) => temperature_c && quantity(temperature_c, '°C'),
          },
          {
            key: 'minutes',
            label: words.minutes,
            isNumber: true,
            card: 'amount',
            cell: ({ minutes }) => minutes !== null && count(minutes),
          },
        ]}
      />
    </section>
  )
}
