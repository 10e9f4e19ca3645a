/** Writes a recipe down. */
import type { Recipe } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankVersion, bodyOfRecipe, type RecipeDraft } from './draft.ts'
import { VersionFields } from './fields.tsx'
import './recipes.css'

export function NewRecipe() {
  const words = useWords('recipes')
  const navigate = useNavigate()
  const [initial] = useState<RecipeDraft>(() => ({ name: '', item_id: '', ...blankVersion() }))
  const { draft, isDirty, change, changeBy, forget } = useDraft<RecipeDraft>(`${currentBook()}.recipe`, initial)
  const field = bind<Pick<RecipeDraft, 'name' | 'item_id'>>({ labels: words.fields, draft, change })
  const finish = ({ body: recipe }: Answer<Recipe>) => {
    forget()
    void refresh(currentBook(), ['/recipes'])
    toast(words.created(recipe.name))
    void navigate({ to: `/${currentBook()}/recipes/${recipe.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<Recipe>('/recipes', { body: bodyOfRecipe(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <div className="columns">
          <TextField {...field('name')} maxLength={200} autoComplete="off" isRequired autoFocus />
          <Picker
            {...field('item_id')}
            kind="item"
            query={{ item_type: 'production_item' }}
            hint={words.hints.item}
            isRequired
          />
        </div>
        <VersionFields draft={draft} change={change} changeBy={changeBy} />
      </Form>
    </Screen>
  )
}
