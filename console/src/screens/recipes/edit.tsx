/** Changes what a recipe is called and whether it may be brewed by; what it says changes by a new version. */
import type { Recipe } from '@cellarbook/sdk'
import { Check } from '../../kit/choices.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { EditForm } from '../../patterns/edit-form.tsx'
import { useWords } from '../../words/use-words.ts'

interface EditRecipeProps {
  recipe: Recipe
  etag: string | undefined
  onDone: () => void
}

export function EditRecipe({ recipe, etag, onDone }: EditRecipeProps) {
  const { fields, hints } = useWords('recipes')
  const stored = { name: recipe.name, notes: recipe.notes ?? '', is_active: recipe.is_active }
  return (
    <EditForm path={`/recipes/${recipe.id}`} etag={etag} stored={stored} onDone={onDone}>
      {(draft, change) => (
        <div className="columns">
          <TextField
            label={fields.name}
            path="name"
            maxLength={200}
            value={draft.name}
            onChange={name => change({ name })}
          />
          <TextArea label={fields.notes} path="notes" value={draft.notes} onChange={notes => change({ notes })} />
          <Check
            label={fields.is_active}
            hint={hints.active}
            isChecked={draft.is_active}
            onChange={is_active => change({ is_active })}
          />
        </div>
      )}
    </EditForm>
  )
}
