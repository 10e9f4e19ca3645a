/** Plans a packaging run. The service counts: what is filled, what is lost and what it needs come from a rehearsed save. */
import type { Batch, PackagingRun, Warehouse } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { type Page, recordQuery, refresh, useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { type RehearsedSave, useRehearsedSave } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'
import { blankOutput, bodyOfDraft, type RunDraft } from './draft.ts'
import { RunHeadFields, RunSource } from './head.tsx'
import { Outputs } from './outputs.tsx'
import { Summary } from './summary.tsx'

const blankDraft = (batch_id: string): RunDraft => ({
  batch_id,
  source: '',
  warehouse_id: '',
  target_warehouse_id: '',
  date: '',
  released_quantity: '',
  additional_cost: '',
  is_final: false,
  notes: '',
  outputs: [blankOutput()],
})

export function NewRun() {
  const words = useWords('runs')
  const navigate = useNavigate()
  const { batch_id = '' } = useParams()
  const [initial] = useState(() => blankDraft(batch_id))
  const form = useDraft<RunDraft>(`${currentBook()}.run.${batch_id}`, initial)
  const batch = useBatch(form.draft.batch_id)
  const usual = useRecord<Page<Warehouse>>('/warehouses').data?.body.data.find(warehouse => warehouse.is_default)
  // A batch knows where its beer and its packaging lie; most beer lies in the default warehouse.
  const draft = {
    ...form.draft,
    warehouse_id: form.draft.warehouse_id || ((form.draft.batch_id ? batch?.warehouse.id : usual?.id) ?? ''),
    source: form.draft.source || usualSource(batch),
  }
  const { data: rehearsed, error } = useRehearsedRun(draft)
  const finish = ({ body: run }: Answer<PackagingRun>) => {
    form.forget()
    void refresh(currentBook(), ['/packaging-runs'])
    toast(words.created(run.number))
    void navigate({ to: `/${currentBook()}/packaging-runs/${run.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey =>
          post<PackagingRun>('/packaging-runs', { body: bodyOfDraft(draft, rehearsed?.unit), idempotencyKey })
        }
        onDone={finish}
        submit={words.submit}
        isDirty={form.isDirty}
        onLeave={form.forget}
        beside={<Summary run={rehearsed} error={error} />}
      >
        <RunSource draft={draft} change={form.change} batch={batch} />
        <Outputs
          outputs={draft.outputs}
          onChange={how => form.changeBy(({ outputs }) => ({ outputs: how(outputs) }))}
          lot={batch?.number}
          beer={batch?.item.id}
        />
        <RunHeadFields
          draft={draft}
          change={form.change}
          symbol={rehearsed?.unit.symbol}
          isOfBatch={draft.batch_id !== '' && draft.source === 'batch'}
        />
      </Form>
    </Screen>
  )
}

/** Its tank, as long as there is something in it. */
const usualSource = (batch: Batch | undefined): string =>
  batch && batch.volume_l !== null && !isZero(batch.volume_l) ? 'batch' : 'stock'

function useBatch(id: string): Batch | undefined {
  return useQuery({ ...recordQuery<Batch>(`/batches/${id}`), enabled: id !== '' }).data?.body
}

/** What the service would answer; nothing is kept. It also says in which unit the beer is counted. */
function useRehearsedRun(draft: RunDraft): RehearsedSave<PackagingRun> {
  const [unit, setUnit] = useState<PackagingRun['unit']>()
  const body = usePaused(bodyOfDraft(draft, unit), 350)
  const isReady = body.warehouse_id !== '' && (body.outputs as { quantity: string }[]).some(({ quantity }) => quantity)
  const found = useRehearsedSave<PackagingRun>('/packaging-runs', body, isReady)
  if (found.data && found.data.unit.id !== unit?.id) setUnit(found.data.unit)
  return found
}
