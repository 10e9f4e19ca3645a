/** Plans a batch: a recipe and a day are enough. */
import type { Batch, Recipe } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { recordQuery, refresh } from '../../data/queries.ts'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type BatchDraft, bodyOfDraft } from './draft.ts'

const blankDraft = (recipe_id: string): BatchDraft => ({
  recipe_id,
  item_id: '',
  brew_date: currentDay(),
  planned_volume_l: '',
  name: '',
  warehouse_id: '',
  notes: '',
})

export function NewBatch() {
  const words = useWords('batches')
  const navigate = useNavigate()
  const { recipe_id = '' } = useParams()
  const [initial] = useState(() => blankDraft(recipe_id))
  const { draft, isDirty, change, forget } = useDraft<BatchDraft>(`${currentBook()}.batch.${recipe_id}`, initial)
  const finish = ({ body: batch }: Answer<Batch>) => {
    forget()
    void refresh(currentBook(), ['/batches'])
    toast(words.created(batch.number))
    void navigate({ to: `/${currentBook()}/batches/${batch.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<Batch>('/batches', { body: bodyOfDraft(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <Fields draft={draft} change={change} />
      </Form>
    </Screen>
  )
}

function Fields({ draft, change }: { draft: BatchDraft; change: (part: Partial<BatchDraft>) => void }) {
  const { fields: labels, hints } = useWords('batches')
  const { quantity } = useFormat()
  const field = bind<BatchDraft>({ labels, draft, change })
  const recipe = useQuery({
    ...recordQuery<Recipe>(`/recipes/${draft.recipe_id}`),
    enabled: draft.recipe_id !== '',
  }).data?.body
  const usual = recipe && hints.usualVolume(quantity(recipe.batch_volume_l, 'l'))
  return (
    <div className="columns">
      <Picker {...field('recipe_id')} kind="recipe" query={{ is_active: 'true' }} autoFocus />
      {draft.recipe_id === '' && (
        <Picker {...field('item_id')} kind="item" query={{ item_type: 'production_item' }} hint={hints.item} />
      )}
      <DayField {...field('brew_date')} />
      <DecimalField {...field('planned_volume_l')} places={3} hint={usual} />
      <TextField {...field('name')} maxLength={200} autoComplete="off" />
      <Picker {...field('warehouse_id')} kind="warehouse" hint={hints.warehouse} />
      <TextArea {...field('notes')} rows={1} />
    </div>
  )
}
