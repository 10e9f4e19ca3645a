/** The versions of a recipe, each beside the one before it. */
import type { Recipe, RecipeVersion } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../data/queries.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type Difference, differencesOf } from './compare.ts'
import { Instructions } from './instructions.tsx'

const useVersion = (id: string, version: number) =>
  useQuery({ ...recordQuery<RecipeVersion>(`/recipes/${id}/versions/${version}`), enabled: version > 0 })

export function Versions({ recipe }: { recipe: Recipe }) {
  const { versions: words } = useWords('recipes')
  const { loading } = useWords('frame')
  const { instant } = useFormat()
  const params = useParams()
  const setParams = useSetParams()
  const asked = Number(params.version)
  const chosen = asked >= 1 && asked <= recipe.version ? asked : recipe.version
  const now = useVersion(recipe.id, chosen)
  const before = useVersion(recipe.id, chosen - 1)
  const options = Array.from({ length: recipe.version }, (_, index) => String(recipe.version - index))
  return (
    <div className="stack">
      <div className="columns">
        <SelectField
          label={words.version}
          value={String(chosen)}
          onChange={version => setParams({ version })}
          options={options.map(value => ({ value, label: words.name(value) }))}
          hint={now.data && words.made(instant(now.data.body.created_at))}
        />
      </div>
      <ProblemAlert error={now.error ?? before.error} />
      {!now.data && !now.error && <Skeleton label={loading} />}
      {now.data && before.data && <Changes now={now.data.body} before={before.data.body} />}
      {now.data && <Instructions version={now.data.body} />}
    </div>
  )
}

function Changes({ now, before }: { now: RecipeVersion; before: RecipeVersion }) {
  const { versions: words, fields } = useWords('recipes')
  const { decimal } = useFormat()
  const changes = differencesOf(before, now)
  if (changes.length === 0) return <p className="quiet">{words.same}</p>
  const labels: Record<string, string> = fields
  const shown = (value: string | undefined, unit: string | undefined) =>
    value === undefined ? '–' : /^-?\d+(\.\d+)?$/.test(value) ? `${decimal(value)} ${unit ?? ''}` : value
  return (
    <section className="stack-close">
      <h2>{words.changes(before.version)}</h2>
      <Table<Difference>
        label={words.changes(before.version)}
        rows={changes}
        keyOf={({ key }) => key}
        columns={[
          { key: 'what', label: words.what, card: 'wide', cell: ({ key, name }) => name ?? labels[key] ?? key },
          { key: 'before', label: words.before, isNumber: true, cell: row => shown(row.before, row.unit) },
          { key: 'now', label: words.now, isNumber: true, cell: row => <strong>{shown(row.now, row.unit)}</strong> },
        ]}
      />
    </section>
  )
}
