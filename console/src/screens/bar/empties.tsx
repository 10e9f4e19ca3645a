/** Empties that come back without a sale: counted, paid out of the drawer, or kept on the account of a partner. */
import type { CashDesk, PackagingReturn } from '@cellarbook/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { isZero } from '../../format/decimal.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Radios } from '../../kit/choices.tsx'
import { Link } from '../../kit/link.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { linesOfPieces, type Pieces, PiecesOfDeposits } from '../../patterns/pieces.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './basket.css'
import './pay.css'
import { Refused } from './refused.tsx'
import { soldPaths } from './till.ts'

interface Draft {
  pieces: Pieces
  partner_id: string
  /** How the deposit is paid out, or nothing. */
  method: string
}

const bodyOf = (desk: CashDesk, { pieces, partner_id, method }: Draft) => ({
  cash_desk_id: desk.id,
  ...(partner_id && { partner_id }),
  lines: linesOfPieces(pieces),
  ...(method && { refund: { method } }),
})

export function Empties({ desk }: { desk: CashDesk }) {
  const { empties: words } = useWords('bar')
  const blank: Draft = { pieces: {}, partner_id: '', method: desk.payment_methods[0]! }
  const [draft, setDraft] = useState(blank)
  const change = (part: Partial<Draft>) => setDraft(now => ({ ...now, ...part }))
  const body = bodyOf(desk, draft)
  const rehearsal = useRehearsedReturn(body)
  const taking = useTaking(() => setDraft(blank))
  const isReady = body.lines.length > 0 && rehearsal.isSuccess && !rehearsal.isPlaceholderData && !taking.isPending
  return (
    <section className="desk-page" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="quiet">{words.text}</p>
      <PiecesOfDeposits value={draft.pieces} onChange={pieces => change({ pieces })} />
      <div className="columns">
        <Picker
          kind="partner"
          label={words.partner}
          hint={words.partnerHint}
          path="partner_id"
          value={draft.partner_id}
          onChange={partner_id => change({ partner_id })}
        />
        <Radios
          label={words.refund}
          value={draft.method}
          options={[
            ...desk.payment_methods.map(method => ({ value: method as string, label: words[method] })),
            { value: '', label: words.onAccount },
          ]}
          onChange={method => change({ method })}
        />
      </div>
      <Sums made={body.lines.length > 0 ? rehearsal.data : undefined} currency={desk.currency} />
      <Refused error={taking.error ?? rehearsal.error} currency={desk.currency} />
      <div className="pay-one">
        <Button look="main" isOff={!isReady} onClick={() => taking.mutate(body)}>
          {words.submit}
        </Button>
      </div>
    </section>
  )
}

function useRehearsedReturn(body: ReturnType<typeof bodyOf>) {
  const asked = usePaused(body, 150)
  return useQuery({
    queryKey: [currentBook(), 'rehearsal', '/packaging-returns', asked],
    queryFn: async ({ signal }) =>
      (await post<PackagingReturn>('/packaging-returns', { query: { dry_run: true }, body: asked, signal })).body,
    enabled: asked.lines.length > 0,
    retry: false,
    gcTime: 0,
    placeholderData: shown => shown,
  })
}

/** One key for all tries of one return. */
function useTaking(onTaken: () => void) {
  const { empties: words } = useWords('bar')
  const [key, setKey] = useState(newId)
  return useMutation({
    mutationFn: (body: object) => post<PackagingReturn>('/packaging-returns', { body, idempotencyKey: key }),
    onSuccess: ({ body }) => {
      toast(<Link to={`/packaging/returns/${body.id}`}>{words.taken(body.number)}</Link>)
      setKey(newId())
      void refresh(currentBook(), ['/packaging-returns', ...soldPaths])
      onTaken()
    },
    onError: error => error instanceof Refusal && setKey(newId()),
  })
}

function Sums({ made, currency }: { made: PackagingReturn | undefined; currency: string }) {
  const { empties: words } = useWords('bar')
  const { money } = useFormat()
  const show = (amount: string | undefined) => (amount === undefined ? '–' : money(amount, currency))
  return (
    <dl className="basket-sums" aria-live="polite">
      <div>
        <dt>{words.deposit}</dt>
        <dd>{show(made?.totals.deposit)}</dd>
      </div>
      {made && !isZero(made.totals.rounding) && !isZero(made.totals.refund) && (
        <div>
          <dt>{words.rounding}</dt>
          <dd>{show(made.totals.rounding)}</dd>
        </div>
      )}
      <div className="basket-total">
        <dt>{words.payOut}</dt>
        <dd>{show(made?.totals.refund)}</dd>
      </div>
    </dl>
  )
}
