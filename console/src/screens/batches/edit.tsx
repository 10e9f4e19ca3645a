/** Changes a batch in place: what it is called always, what it will be only while it is planned. */
import type { Batch } from '@cellarbook/sdk'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { EditForm } from '../../patterns/edit-form.tsx'
import { useWords } from '../../words/use-words.ts'

type Stored = Record<
  'name' | 'notes' | 'warehouse_id' | 'recipe_id' | 'planned_volume_l' | 'brew_date' | 'og_plato' | 'fg_plato' | 'abv',
  string
>

const isManual = (batch: Batch, name: 'og' | 'abv'): boolean => batch.derived[`${name}_source`] === 'manual'

const storedOf = (batch: Batch): Stored => ({
  name: batch.name ?? '',
  notes: batch.notes ?? '',
  warehouse_id: batch.warehouse.id,
  recipe_id: batch.recipe?.id ?? '',
  planned_volume_l: batch.planned_volume_l,
  brew_date: batch.brew_date,
  // What was measured is shown elsewhere: these are what somebody set instead.
  og_plato: isManual(batch, 'og') ? (batch.og_plato ?? '') : '',
  fg_plato: '',
  abv: isManual(batch, 'abv') ? (batch.abv ?? '') : '',
})

export function EditBatch({ batch, etag, onDone }: { batch: Batch; etag: string | undefined; onDone: () => void }) {
  return (
    <EditForm<Stored> path={`/batches/${batch.id}`} etag={etag} stored={storedOf(batch)} onDone={onDone}>
      {(draft, change) => <Fields batch={batch} draft={draft} change={change} />}
    </EditForm>
  )
}

interface FieldsProps {
  batch: Batch
  draft: Stored
  change: (part: Partial<Stored>) => void
}

function Fields({ batch, draft, change }: FieldsProps) {
  const { fields: labels, hints } = useWords('batches')
  const field = bind<Stored>({ labels, draft, change })
  const isPlanned = batch.phase === 'planned'
  return (
    <div className="columns">
      <TextField {...field('name')} maxLength={200} autoComplete="off" />
      <Picker {...field('warehouse_id')} kind="warehouse" />
      {isPlanned && <Picker {...field('recipe_id')} kind="recipe" query={{ is_active: 'true' }} />}
      {isPlanned && <DecimalField {...field('planned_volume_l')} places={3} />}
      {(isPlanned || batch.phase === 'brewing') && <DayField {...field('brew_date')} />}
      <DecimalField {...field('og_plato')} places={2} hint={hints.manual} />
      <DecimalField {...field('fg_plato')} places={2} hint={hints.manual} />
      <DecimalField {...field('abv')} places={2} hint={hints.manual} />
      <TextArea {...field('notes')} rows={1} />
    </div>
  )
}
