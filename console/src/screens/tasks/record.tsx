/** One step of a workflow, with what was given to it and what came of it. */
import type { WorkflowStep } from '@cellarbook/sdk'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Region } from '../../patterns/region.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { TaskDocument } from './card.tsx'
import { CompleteDialog } from './complete.tsx'
import './tasks.css'

/** The service knows for sure; what it would refuse is not offered as far as this tells. */
const isDoable = ({ kind, status }: WorkflowStep): boolean =>
  status === 'handed_over' || (kind === 'person' && status === 'pending')

export function TaskRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  return (
    <RecordScreen<WorkflowStep>
      path={`/tasks/${id}`}
      titleOf={step => step.title}
      hasActions={false}
      tools={step => isDoable(step) && <Tools step={step} />}
      sections={step => [{ key: 'overview', label: words.overview, content: <Overview step={step} /> }]}
    />
  )
}

function Tools({ step }: { step: WorkflowStep }) {
  const words = useWords('tasks')
  const setParams = useSetParams()
  return (
    <>
      <Button look="main" onClick={() => setParams({ complete: step.id, outcome: 'ok' })}>
        {words.complete}
      </Button>
      <Button onClick={() => setParams({ complete: step.id, outcome: 'rejected' })}>{words.reject}</Button>
      <CompleteDialog tasks={[step]} />
    </>
  )
}

function Overview({ step }: { step: WorkflowStep }) {
  const { facts } = useWords('tasks')
  const { values } = useWords('fields')
  const { actions } = useWords('records')
  const { instant } = useFormat()
  const named = (value: string) => (values as Record<string, string>)[value] ?? value
  const names = (actions as Record<string, Record<string, string>>)[step.document.object] ?? {}
  const hasParams = Object.keys(step.payload.params).length > 0
  return (
    <div className="stack">
      <div className="panel">
        <Facts
          facts={[
            [facts.document, <TaskDocument key="document" task={step} />],
            [facts.definition, step.definition.name],
            [facts.kind, named(step.kind)],
            [facts.role, named(step.role)],
            [facts.holds, step.blocks.map(key => names[key] ?? key).join(', ')],
            [facts.outcome, step.outcome && named(step.outcome)],
            [facts.note, step.note],
            [facts.created, instant(step.created_at)],
            [facts.called, instant(step.called_at)],
            [facts.deadline, instant(step.deadline_at)],
            [facts.handedOver, instant(step.handed_over_at)],
            [facts.completed, instant(step.completed_at)],
          ]}
        />
      </div>
      {hasParams && <Json title={facts.params} value={step.payload.params} />}
      {step.result && <Json title={facts.result} value={step.result} />}
    </div>
  )
}

function Json({ title, value }: { title: string; value: object }) {
  return (
    <Region title={title}>
      <pre className="json">{JSON.stringify(value, undefined, 2)}</pre>
    </Region>
  )
}
