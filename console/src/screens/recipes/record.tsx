/** One recipe: the version in use, the ones before, and what was brewed by it. */
import type { BatchListItem, Recipe } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { RecipeFacts } from './facts.tsx'
import { Instructions } from './instructions.tsx'

const EditRecipe = later(async () => (await import('./edit.tsx')).EditRecipe)
const Versions = later(async () => (await import('./versions.tsx')).Versions)

export function RecipeRecord() {
  const id = useRouteId()
  const { sections } = useWords('recipes')
  const mayWrite = useRights().has('brewery:write')
  const editing = useEditing<Recipe>(() => mayWrite)
  return (
    <RecordScreen<Recipe>
      path={`/recipes/${id}`}
      titleOf={recipe => recipe.name}
      hasActions={false}
      hasHistory={false}
      tools={recipe => (
        <>
          {editing.button(recipe)}
          {mayWrite && <Tools recipe={recipe} />}
        </>
      )}
      overview={recipe => <RecipeFacts recipe={recipe} />}
      sections={(recipe, { etag }) => [
        {
          key: 'recipe',
          label: sections.recipe(recipe.version),
          content: editing.isOpen ? (
            <EditRecipe recipe={recipe} etag={etag} onDone={editing.close} />
          ) : (
            <Instructions version={recipe} />
          ),
        },
        { key: 'versions', label: sections.versions, content: <Versions recipe={recipe} /> },
        { key: 'batches', label: sections.batches, content: <Batches recipe={recipe} /> },
      ]}
    />
  )
}

function Tools({ recipe }: { recipe: Recipe }) {
  const words = useWords('recipes')
  return (
    <>
      <Link to={`/recipes/${recipe.id}/versions/new`} look="normal" children={words.newVersion} />
      {recipe.is_active && <Link to={`/batches/new?recipe_id=${recipe.id}`} look="main" children={words.brew} />}
    </>
  )
}

function Batches({ recipe }: { recipe: Recipe }) {
  const { batches: words, sections } = useWords('recipes')
  const { day, quantity, count } = useFormat()
  return (
    <RelatedList<BatchListItem>
      label={sections.batches}
      path="/batches"
      query={{ recipe_id: recipe.id }}
      keyOf={batch => batch.id}
      open={batch => `/batches/${batch.id}`}
      empty={words.empty}
      columns={[
        { key: 'number', label: words.number, card: 'title', cell: batch => batch.number },
        { key: 'name', label: words.name, card: 'wide', cell: batch => batch.name },
        { key: 'phase', label: words.phase, cell: batch => <State of="batch" value={batch.phase} /> },
        { key: 'brewed', label: words.brewed, cell: batch => day(batch.brew_date) },
        {
          key: 'version',
          label: words.version,
          isNumber: true,
          card: 'none',
          cell: batch => batch.recipe && count(batch.recipe.version),
        },
        {
          key: 'volume',
          label: words.volume,
          isNumber: true,
          card: 'amount',
          cell: batch => quantity(batch.planned_volume_l, 'l'),
        },
      ]}
    />
  )
}
