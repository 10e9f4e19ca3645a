/** What goes in, row by row. */
import { SelectField, TextField } from '../../kit/field.tsx'
import { goodsColumns } from '../../patterns/goods-columns.tsx'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankIngredient, type IngredientDraft, recipeUnitOf } from './draft.ts'

interface IngredientsProps {
  ingredients: readonly IngredientDraft[]
  onChange: (how: (ingredients: readonly IngredientDraft[]) => IngredientDraft[]) => void
}

export function Ingredients({ ingredients, onChange }: IngredientsProps) {
  const { ingredients: words } = useWords('recipes')
  return (
    <section className="stack-close">
      <h2>{words.label}</h2>
      <LineGrid<IngredientDraft>
        path="ingredients"
        label={words.label}
        lines={ingredients}
        blank={blankIngredient}
        keyOf={line => line.key}
        onChange={onChange}
        columns={[...useAmountColumns(), ...useTimingColumns()]}
      />
    </section>
  )
}

const field = (label: string, path: string) => ({ label, path, isLabelUnseen: true })

function useAmountColumns(): readonly GridColumn<IngredientDraft>[] {
  const { ingredients: words } = useWords('recipes')
  return goodsColumns<IngredientDraft>({ words, within: 'ingredients', unitOf: recipeUnitOf })
}

const phases = ['brewing', 'fermentation', 'lagering', 'packaging'] as const

function useTimingColumns(): readonly GridColumn<IngredientDraft>[] {
  const { ingredients: words, phases: names } = useWords('recipes')
  return [
    {
      key: 'phase',
      label: words.phase,
      cell: (line, { index, change }) => (
        <SelectField
          {...field(words.phase, `ingredients[${index}].phase`)}
          value={line.phase}
          onChange={phase => change({ phase })}
          options={phases.map(value => ({ value, label: names[value] }))}
        />
      ),
    },
    {
      key: 'use',
      label: words.use,
      cell: (line, { index, change }) => {
        const held = { value: line.use, onChange: (use: string) => change({ use }) }
        return (
          <TextField {...field(words.use, `ingredients[${index}].use`)} maxLength={40} autoComplete="off" {...held} />
        )
      },
    },
    {
      key: 'minutes',
      label: words.minutes,
      isNumber: true,
      cell: (line, { index, change }) => {
        const held = { value: line.minutes, onChange: (minutes: string) => change({ minutes }) }
        return <TextField {...field(words.minutes, `ingredients[${index}].minutes`)} inputMode="numeric" {...held} />
      },
    },
  ]
}
