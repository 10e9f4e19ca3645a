/** Changes a draft in place. */
import type { PackagingRun } from '@cellarbook/sdk'
import { EditForm } from '../../patterns/edit-form.tsx'
import { bodyOfChange, headOf, type RunHead } from './draft.ts'
import { RunHeadFields } from './head.tsx'
import { Outputs } from './outputs.tsx'

interface EditRunProps {
  run: PackagingRun
  etag: string | undefined
  onDone: () => void
}

export function EditRun({ run, etag, onDone }: EditRunProps) {
  return (
    <EditForm<RunHead>
      path={`/packaging-runs/${run.id}`}
      etag={etag}
      stored={headOf(run)}
      bodyOf={change => bodyOfChange(change, run.unit)}
      onDone={onDone}
    >
      {(draft, change) => (
        <>
          <Outputs
            outputs={draft.outputs}
            onChange={how => change({ outputs: how(draft.outputs) })}
            beer={run.item.id}
          />
          <RunHeadFields
            draft={draft}
            change={change}
            symbol={run.unit.symbol}
            isOfBatch={run.batch_id !== null && run.source === 'batch'}
          />
        </>
      )}
    </EditForm>
  )
}
