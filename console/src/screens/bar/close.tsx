/** Counts the drawer and closes the session: what is missing or over is shown before it is posted. */
import type { CashDeskSession } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { perform, rehearse } from '../../data/actions.ts'
import { currentBook } from '../../data/book.ts'
import { isRefusal } from '../../data/refusal.ts'
import { isNegative, isZero, readDecimal } from '../../format/decimal.ts'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextArea } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './basket.css'

interface Draft {
  counted: string
  withdraw: string
  notes: string
}

const bodyOf = ({ counted, withdraw, notes }: Draft) => ({
  counted_cash: counted,
  ...(withdraw && !isZero(withdraw) && { withdraw: { amount: withdraw } }),
  ...(notes && { notes }),
})

export function CloseDialog({ session, onClose }: { session: CashDeskSession; onClose: () => void }) {
  const { session: words } = useWords('bar')
  const [draft, setDraft] = useState<Draft>({ counted: '', withdraw: '', notes: '' })
  const path = `/cash-desk-sessions/${session.id}`
  const body = bodyOf(draft)
  const { rehearsed, error } = useRehearsedClose(path, body)
  const labels = { counted: words.counted, withdraw: words.withdraw, notes: words.notes }
  const field = bind<Draft>({ labels, draft, change: part => setDraft(now => ({ ...now, ...part })) })
  return (
    <DialogForm
      title={words.close}
      submit={words.close}
      look="grave"
      isOff={readDecimal(draft.counted) === undefined}
      send={key => perform({ path, key: 'close', body }, key)}
      onDone={() => {
        toast(words.closed(session.number))
        onClose()
      }}
      onClose={onClose}
    >
      <div className="columns">
        <DecimalField {...field('counted')} path="counted_cash" places={2} isRequired />
        <DecimalField
          {...field('withdraw')}
          path="withdraw.amount"
          places={2}
          hint={words.withdrawHint}
          {...(isRefusal(error, 'overpay') && { fault: words.withdrawOver })}
        />
      </div>
      <TextArea {...field('notes')} rows={1} />
      {rehearsed && <Difference closed={rehearsed} />}
    </DialogForm>
  )
}

/** The session as it would be closed. */
function useRehearsedClose(path: string, body: ReturnType<typeof bodyOf>) {
  const asked = usePaused(body, 250)
  const { data, error } = useQuery({
    queryKey: [currentBook(), 'rehearsal', path, 'close', asked],
    queryFn: ({ signal }) => rehearse({ path, key: 'close', body: asked }, signal),
    enabled: readDecimal(asked.counted_cash) !== undefined,
    retry: false,
    gcTime: 0,
  })
  return { rehearsed: error ? undefined : (data?.body as unknown as CashDeskSession | undefined), error }
}

function Difference({ closed }: { closed: CashDeskSession }) {
  const { session: words } = useWords('bar')
  const { money } = useFormat()
  const difference = closed.difference ?? '0'
  const show = (amount: string | null) => money(amount ?? '0', closed.currency)
  const [tone, text] = isZero(difference)
    ? (['good', words.fits] as const)
    : (['warn', isNegative(difference) ? words.short : words.over] as const)
  return (
    <section className="stack-close" aria-live="polite" aria-label={words.difference}>
      <dl className="basket-sums">
        <div>
          <dt>{words.expected}</dt>
          <dd>{show(closed.expected_cash)}</dd>
        </div>
        <div className="basket-total">
          <dt>{words.difference}</dt>
          <dd>{show(difference)}</dd>
        </div>
        <div>
          <dt>{words.stays}</dt>
          <dd>{show(closed.closing_float)}</dd>
        </div>
      </dl>
      <Bar tone={tone}>{text}</Bar>
    </section>
  )
}
