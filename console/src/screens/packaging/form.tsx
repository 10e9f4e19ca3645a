/** Takes packaging back from a partner, at a warehouse or at a cash desk. The service counts the deposits. */
import type { PackagingBalance, PackagingReturn } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { type Page, recordQuery, refresh } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { screenAddress } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { type Pieces, PiecesOfDeposits } from '../../patterns/pieces.tsx'
import { type RehearsedSave, useRehearsedSave } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'
import { blankReturn, bodyOfReturn, type ReturnDraft } from './draft.ts'
import { ReturnHead } from './head.tsx'
import { ReturnSums } from './sums.tsx'

export function NewReturn() {
  const words = useWords('packaging')
  const navigate = useNavigate()
  const { partner_id = '' } = useParams()
  const rights = useRights()
  const [initial] = useState(() => blankReturn({ partner_id, place: rights.has('stock:read') ? 'warehouse' : 'desk' }))
  const { draft, isDirty, change, forget } = useDraft<ReturnDraft>(`${currentBook()}.packaging_return`, initial)
  const body = bodyOfReturn(draft)
  return (
    <Screen title={words.create}>
      <Form
        send={async idempotencyKey =>
          (await post<PackagingReturn>('/packaging-returns', { body, idempotencyKey })).body
        }
        onDone={made => {
          forget()
          void refresh(currentBook(), ['/packaging-returns', '/packaging-balances', '/stock-levels', '/cash-desks'])
          toast(words.form.created(made.number))
          void navigate({ to: screenAddress(`/packaging/returns/${made.id}`) })
        }}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
        beside={<ReturnSums {...useRehearsedReturn(body)} />}
      >
        <ReturnHead draft={draft} change={change} />
        <section aria-label={words.form.pieces} className="stack-close">
          <h2>{words.form.pieces}</h2>
          <PiecesOfDeposits
            value={draft.pieces}
            onChange={pieces => change({ pieces })}
            held={useHeld(draft.partner_id)}
          />
        </section>
      </Form>
    </Screen>
  )
}

/** Pieces of each deposit that are out with the partner. */
function useHeld(partnerId: string): Pieces {
  const query = recordQuery<Page<PackagingBalance>>('/packaging-balances', { partner_id: partnerId, limit: 200 })
  const rows = useQuery({ ...query, enabled: partnerId !== '' }).data?.body.data ?? []
  return partnerId === '' ? {} : Object.fromEntries(rows.map(({ deposit_id, pieces }) => [deposit_id, pieces]))
}

function useRehearsedReturn(body: ReturnType<typeof bodyOfReturn>): RehearsedSave<PackagingReturn> {
  const asked = usePaused(body, 350)
  const isPlaced = 'warehouse_id' in asked || 'cash_desk_id' in asked
  const isReady = isPlaced && asked.lines.length > 0 && ('partner_id' in asked || 'cash_desk_id' in asked)
  const { data, error } = useRehearsedSave<PackagingReturn>('/packaging-returns', asked, isReady)
  return { data: asked.lines.length === 0 ? undefined : data, error }
}
