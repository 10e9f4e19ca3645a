/** What a batch waits for before it may go on: steps of the workflow that are not done. */
import type { Batch, WorkflowStep } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Page, recordQuery } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Bar } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { useWords } from '../../words/use-words.ts'

const isHolding = ({ status, outcome, blocks }: WorkflowStep): boolean =>
  blocks.length > 0 && status !== 'cancelled' && (status !== 'completed' || outcome === 'rejected')

export function HeldBack({ batch }: { batch: Batch }) {
  const { heldBack } = useWords('batches')
  const steps = useQuery({
    ...recordQuery<Page<WorkflowStep>>('/workflow-steps', { document_id: batch.id }),
    enabled: useRights().has('workflow:write'),
  }).data?.body.data.filter(isHolding)
  if (!steps || steps.length === 0 || batch.phase === 'completed' || batch.phase === 'cancelled') return null
  return (
    <Bar tone="warn">
      {heldBack}{' '}
      {steps.toReversed().map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/tasks/${id}`}>{title}</Link>
        </span>
      ))}
    </Bar>
  )
}
