/** Where a document is, and what can still come. */
import { useWords } from '../words/use-words.ts'
import './stages.css'

export function Stages({ of, stages, state }: { of: string; stages: readonly string[]; state: string }) {
  const { record } = useWords('frame')
  const { states } = useWords('records')
  const names = (states as Record<string, Record<string, string>>)[of] ?? {}
  const at = stages.indexOf(state)
  if (at < 0) return null
  return (
    <ol className="stages" aria-label={record.stages}>
      {stages.map((stage, index) => (
        <li key={stage} data-done={index <= at || undefined} aria-current={index === at ? 'step' : undefined}>
          {names[stage] ?? stage}
        </li>
      ))}
    </ol>
  )
}
