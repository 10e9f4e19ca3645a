/** A refusal in words: what happened, which fields, and what to tell somebody who can help. */
import { isNoRight, isRefusal, type Refusal } from '../data/refusal.ts'
import { fieldId } from '../format/field-paths.ts'
import { Button } from '../kit/button.tsx'
import { copyText } from '../kit/copy.ts'
import { toast } from '../kit/toast.tsx'
import { useWords } from '../words/use-words.ts'
import './problem.css'

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
  const { titles } = useWords('problems')
  const { code, title, detail, instance } = refusal.problem
  const copy = () => copyText(instance).then(() => toast(copied))
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{(titles as Record<string, string>)[code] ?? title}</strong>{' '}
        <a href={`/developers#errors-${code}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
      </p>
      {detail && <p>{detail}</p>}
      <Rows refusal={refusal} />
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
function Rows({ refusal: { rows } }: { refusal: Refusal }) {
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map(({ field, message }) => (
        <li key={field + message}>
          {field && <FieldLink path={field} />} {message}
        </li>
      ))}
    </ul>
  )
}

function FieldLink({ path }: { path: string }) {
  const focus = () => document.getElementById(fieldId(path))?.focus()
  return document.getElementById(fieldId(path)) ? (
    <button type="button" className="problem-field" onClick={focus}>
      {path}
    </button>
  ) : (
    <code>{path}</code>
  )
}
