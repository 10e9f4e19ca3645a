/** A new version of a recipe: what was brewed by the old one stays true. */
import type { Recipe, RecipeVersion } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { bodyOfVersion, draftOf, type VersionDraft } from './draft.ts'
import { VersionFields } from './fields.tsx'
import './recipes.css'

export function NewVersion() {
  const id = useRouteId()
  const { loading } = useWords('frame')
  const words = useWords('recipes')
  const { data, error } = useRecord<Recipe>(`/recipes/${id}`)
  return (
    <Screen title={data ? words.versionOf(data.body.name, data.body.version + 1) : words.newVersion}>
      <ProblemAlert error={error} />
      {data ? <VersionForm recipe={data.body} /> : <Skeleton label={loading} />}
    </Screen>
  )
}

function VersionForm({ recipe }: { recipe: Recipe }) {
  const words = useWords('recipes')
  const navigate = useNavigate()
  const [initial] = useState(() => draftOf(recipe as unknown as RecipeVersion))
  const key = `${currentBook()}.recipe.${recipe.id}.${recipe.version}`
  const { draft, isDirty, change, changeBy, forget } = useDraft<VersionDraft>(key, initial)
  const finish = ({ body }: Answer<Recipe>) => {
    forget()
    void refresh(currentBook(), ['/recipes'])
    toast(words.versionMade(body.version))
    void navigate({ to: `/${currentBook()}/recipes/${recipe.id}`, search: { tab: 'versions' } as never })
  }
  return (
    <Form
      send={idempotencyKey =>
        post<Recipe>(`/recipes/${recipe.id}/versions`, { body: bodyOfVersion(draft), idempotencyKey })
      }
      onDone={finish}
      submit={words.submitVersion}
      isDirty={isDirty}
      onLeave={forget}
    >
      <VersionFields draft={draft} change={change} changeBy={changeBy} />
    </Form>
  )
}
