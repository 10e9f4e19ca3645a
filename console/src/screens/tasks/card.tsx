/** A task: what is to be done, for which record, since when, and who holds back until then. */
import type { WorkflowStep } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { useSetParams } from '../../patterns/search-params.ts'
import { currentTime, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

/** Its deadline passed: that is how most tasks become one. */
export const isLate = ({ deadline_at }: WorkflowStep): boolean =>
  deadline_at !== null && Date.parse(deadline_at) <= currentTime()

export function TaskCard({ task }: { task: WorkflowStep }) {
  const words = useWords('tasks')
  const { instant } = useFormat()
  const setParams = useSetParams()
  return (
    <li className="panel task">
      <div className="stack-close">
        <h2>
          <Link to={`/tasks/${task.id}`}>{task.title}</Link>
        </h2>
        <p className="row">
          <TaskDocument task={task} />
          {isLate(task) ? (
            <Badge tone="bad">{words.overdue(instant(task.deadline_at))}</Badge>
          ) : (
            <span className="quiet small">{words.since(instant(task.created_at))}</span>
          )}
        </p>
        <Held task={task} />
        {task.note && <p>{task.note}</p>}
      </div>
      <div className="row">
        <Button look="main" onClick={() => setParams({ complete: task.id, outcome: 'ok' })}>
          {words.complete}
        </Button>
        <Button onClick={() => setParams({ complete: task.id, outcome: 'rejected' })}>{words.reject}</Button>
      </div>
    </li>
  )
}

/** What cannot happen before it is done. */
function Held({ task: { document, blocks } }: { task: WorkflowStep }) {
  const words = useWords('tasks')
  const { actions } = useWords('records')
  const names = (actions as Record<string, Record<string, string>>)[document.object] ?? {}
  if (blocks.length === 0) return null
  return <p className="quiet small">{words.holds(blocks.map(key => names[key] ?? key).join(', '))}</p>
}

/** The record, by the number it had when the step was made. */
export function TaskDocument({ task: { document, payload } }: { task: WorkflowStep }) {
  const { kinds } = useWords('records')
  const to = screenOf(document.object, document.id)
  const { number, name } = (payload.document ?? {}) as { number?: string; name?: string }
  const label = [number, name].filter(Boolean).join(' ') || document.id.slice(-8)
  return (
    <span className="row">
      <span className="quiet">{(kinds as Record<string, string>)[document.object] ?? document.object}</span>
      {to ? <Link to={to}>{label}</Link> : label}
    </span>
  )
}
