/** What a version of a recipe says: figures, ingredients, steps. */
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { bind } from '../../patterns/bind.ts'
import { type GridColumn, LineGrid } from '../../patterns/line-grid.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankStep, type StepDraft, type VersionDraft } from './draft.ts'
import { Ingredients } from './ingredients.tsx'

interface VersionFieldsProps {
  draft: VersionDraft
  change: (part: Partial<VersionDraft>) => void
  changeBy: (how: (draft: VersionDraft) => Partial<VersionDraft>) => void
}

export function VersionFields({ draft, change, changeBy }: VersionFieldsProps) {
  return (
    <>
      <Figures draft={draft} change={change} />
      <Ingredients
        ingredients={draft.ingredients}
        onChange={how => changeBy(({ ingredients }) => ({ ingredients: how(ingredients) }))}
      />
      <Steps steps={draft.steps} onChange={how => changeBy(({ steps }) => ({ steps: how(steps) }))} />
    </>
  )
}

function Figures({ draft, change }: Pick<VersionFieldsProps, 'draft' | 'change'>) {
  const { fields: labels, hints } = useWords('recipes')
  const field = bind<Omit<VersionDraft, 'ingredients' | 'steps'>>({ labels, draft, change })
  return (
    <div className="recipe-figures">
      <DecimalField {...field('batch_volume_l')} places={3} hint={hints.volume} isRequired />
      <DecimalField {...field('og_plato')} places={2} />
      <DecimalField {...field('fg_plato')} places={2} />
      <DecimalField {...field('abv')} places={2} />
      <DecimalField {...field('ibu')} places={1} />
      <DecimalField {...field('ebc')} places={1} />
      <TextField {...field('boil_minutes')} inputMode="numeric" />
      <TextArea {...field('notes')} rows={1} />
    </div>
  )
}

interface StepsProps {
  steps: readonly StepDraft[]
  onChange: (how: (steps: readonly StepDraft[]) => StepDraft[]) => void
}

function Steps({ steps, onChange }: StepsProps) {
  const { steps: words } = useWords('recipes')
  return (
    <section className="stack-close">
      <h2>{words.label}</h2>
      <LineGrid<StepDraft>
        path="steps"
        label={words.label}
        lines={steps}
        blank={blankStep}
        keyOf={step => step.key}
        onChange={onChange}
        columns={useStepColumns()}
      />
    </section>
  )
}

function useStepColumns(): readonly GridColumn<StepDraft>[] {
  const { steps: words } = useWords('recipes')
  const field = (label: string, path: string) => ({ label, path, isLabelUnseen: true })
  return [
    {
      key: 'name',
      label: words.name,
      isWide: true,
      cell: (step, { index, change }) => {
        const held = { value: step.name, onChange: (name: string) => change({ name }) }
        return <TextField {...field(words.name, `steps[${index}].name`)} autoComplete="off" {...held} />
      },
    },
    {
      key: 'temperature',
      label: words.temperature,
      isNumber: true,
      cell: (step, { index, change }) => {
        const held = { value: step.temperature_c, onChange: (temperature_c: string) => change({ temperature_c }) }
        return <DecimalField {...field(words.temperature, `steps[${index}].temperature_c`)} {...held} />
      },
    },
    {
      key: 'minutes',
      label: words.minutes,
      isNumber: true,
      cell: (step, { index, change }) => {
        const held = { value: step.minutes, onChange: (minutes: string) => change({ minutes }) }
        return <TextField {...field(words.minutes, `steps[${index}].minutes`)} inputMode="numeric" {...held} />
      },
    },
  ]
}
