/** A refusal in words: what happened, which fields, and what to tell somebody who can help. */
import { blockersOf } from '../data/blockers.ts'
import { isNoRight, isRefusal, type Refusal } from '../data/refusal.ts'
import { fieldId } from '../format/field-paths.ts'
import { Button } from '../kit/button.tsx'
import { copyText } from '../kit/copy.ts'
import { later } from '../kit/later.tsx'
import { toast } from '../kit/toast.tsx'
import { sayDetail, sayRow } from '../words/said.ts'
import { useWords } from '../words/use-words.ts'
import './problem.css'

const Blockers = later(async () => (await import('./blockers.tsx')).Blockers)

export function ProblemAlert({ error }: { error: unknown }) {
  const { problem } = useWords('frame')
  if (!error) return null
  if (isRefusal(error)) return <RefusalAlert refusal={error} />
  return (
    <div className="problem" role="alert">
      {problem.unreachable}
    </div>
  )
}

function RefusalAlert({ refusal }: { refusal: Refusal }) {
  const { problem: words, copied } = useWords('frame')
  const said = useWords('problems')
  const { code, title, detail, instance } = refusal.problem
  const copy = () => copyText(instance).then(() => toast(copied))
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{(said.titles as Record<string, string>)[code] ?? title}</strong>{' '}
        <a href={`/developers#errors-${code}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
      </p>
      {detail && <p>{sayDetail(refusal.problem, said)}</p>}
      <RefusedRows refusal={refusal} />
      {blockersOf(refusal.problem).length > 0 && <Blockers of={refusal.problem} />}
      {isNoRight(refusal) && <Grants refusal={refusal} />}
      {instance && (
        <Button look="plain" onClick={copy}>
          {words.requestId}
        </Button>
      )}
    </div>
  )
}

/** Which right is missing, and who gives it. */
export function Grants({ refusal }: { refusal: Refusal }) {
  const { problem: words } = useWords('frame')
  const { required_scopes: missing = [] } = refusal.problem as { required_scopes?: readonly string[] }
  return (
    <p>
      {missing.length > 0 && (
        <>
          {words.missing} <code>{missing.join(', ')}</code>.{' '}
        </>
      )}
      {words.whoGrants}
    </p>
  )
}

/** Rows whose field is on the screen lead to it; the others are told here. */
export function RefusedRows({ refusal: { rows } }: { refusal: Refusal }) {
  const words = useWords('problems')
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map(row => (
        <li key={row.field + row.message}>
          {row.field && <FieldLink path={row.field} />} {sayRow(row, words)}
        </li>
      ))}
    </ul>
  )
}

/** A field of the screen is called what it is called there, in its line; another one by its name in the call. */
function FieldLink({ path }: { path: string }) {
  const { line } = useWords('problems')
  const field = document.getElementById(fieldId(path))
  if (!field) return <code>{path}</code>
  const label = field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : field.dataset.label
  const target = field.dataset.label ? field.querySelector<HTMLElement>('input, button') : field
  const [, index] = /\[(\d+)\]/.exec(path) ?? []
  return (
    <button type="button" className="problem-field" onClick={() => target?.focus()}>
      {index === undefined ? '' : `${line(Number(index) + 1)}, `}
      {label ?? path}
    </button>
  )
}
