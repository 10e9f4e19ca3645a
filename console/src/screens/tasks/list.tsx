/** What waits for a person: overdue first, then what came first. */
import type { WorkflowStep } from '@cellarbook/sdk'
import { type Page, useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { State } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { isLate, TaskCard } from './card.tsx'
import { CompleteDialog } from './complete.tsx'
import './tasks.css'

/** More than anybody does at once. */
const most = 200

export function TaskList() {
  const { screens, loading, list } = useWords('frame')
  const words = useWords('tasks')
  const { data, error } = useRecord<Page<WorkflowStep>>('/tasks', { limit: most })
  const tasks = data && inOrder(data.body.data)
  return (
    <Screen title={screens.tasks}>
      <ProblemAlert error={error} />
      {!data && !error && <Skeleton label={loading} />}
      {tasks?.length === 0 && (
        <div className="empty">
          <h2>{words.empty.title}</h2>
          <p className="quiet">{words.empty.text}</p>
        </div>
      )}
      {tasks && tasks.length > 0 && (
        <>
          <ul className="tasks" aria-label={screens.tasks}>
            {tasks.map(task => (
              <TaskCard key={task.id} task={task} />
            ))}
          </ul>
          <p className="quiet" role="status">
            {list.shown(tasks.length)}
          </p>
        </>
      )}
      {useRights().has('workflow:write') && <Elsewhere />}
      <CompleteDialog tasks={tasks ?? []} />
    </Screen>
  )
}

/** Late ones first; among them, and among the others, those that wait longest. */
function inOrder(tasks: readonly WorkflowStep[]): WorkflowStep[] {
  const since = ({ deadline_at, created_at }: WorkflowStep): string => deadline_at ?? created_at
  const waitsLonger = (one: WorkflowStep, other: WorkflowStep): number => (since(one) < since(other) ? -1 : 1)
  const [late, others] = [tasks.filter(isLate), tasks.filter(task => !isLate(task))]
  return [...late.toSorted(waitsLonger), ...others.toSorted(waitsLonger)]
}

/** Steps of other systems: nobody here has to do anything, until a deadline passes. */
function Elsewhere() {
  const { elsewhere: words } = useWords('tasks')
  const { instant } = useFormat()
  return (
    <section className="stack-close">
      <h2>{words.title}</h2>
      <RelatedList<WorkflowStep>
        label={words.title}
        path="/workflow-steps"
        query={{ kind: 'external' }}
        keyOf={step => step.id}
        open={step => `/tasks/${step.id}`}
        empty={words.empty}
        columns={[
          { key: 'title', label: words.step, card: 'title', cell: step => step.title },
          { key: 'state', label: words.state, cell: step => <State of="workflow_step" value={step.status} /> },
          { key: 'definition', label: words.definition, card: 'none', cell: step => step.definition.name },
          { key: 'deadline', label: words.deadline, cell: step => instant(step.deadline_at) },
        ]}
      />
    </section>
  )
}
