/** Gives a sale back, whole or in part; what is paid back is the service's own number. */
import type { CashDesk, PosSale } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { isZero } from '../../format/decimal.ts'
import { Radios } from '../../kit/choices.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { TextField } from '../../kit/field.tsx'
import { screenAddress } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './pay.css'
import { bodyOfRefund, noLines, type RefundDraft, type RefundedLine } from './refund-draft.ts'
import { RefundLines } from './refund-lines.tsx'
import { soldPaths } from './till.ts'

export function RefundDialog({ sale, onClose }: { sale: PosSale; onClose: () => void }) {
  const title = useActionName('pos_sale')('refund')
  const { sales } = useWords('bar')
  const navigate = useNavigate()
  const [draft, setDraft] = useState<RefundDraft>({
    lines: undefined,
    method: sale.payments[0]?.method ?? 'cash',
    reason: '',
  })
  const rehearsal = useRehearsedRefund(sale, draft)
  const isChosen = draft.lines === undefined || (bodyOfRefund(sale, draft, undefined).lines ?? []).length > 0
  const payable = rehearsal.isPlaceholderData || !isChosen ? undefined : rehearsal.data?.totals.payable
  return (
    <DialogForm<PosSale>
      title={title}
      submit={title}
      look="grave"
      isOff={payable === undefined || rehearsal.isError}
      send={async idempotencyKey => {
        const body = bodyOfRefund(sale, draft, payable)
        return (await post<PosSale>(`/pos-sales/${sale.id}/actions/refund`, { body, idempotencyKey })).body
      }}
      onDone={made => {
        toast(sales.refund.done(made.number))
        void refresh(currentBook(), soldPaths)
        onClose()
        void navigate({ to: screenAddress(`/bar/sales/${made.id}`) })
      }}
      onClose={onClose}
    >
      <FaultsOf rows={rehearsal.error instanceof Refusal ? rehearsal.error.rows : []}>
        <Fields sale={sale} draft={draft} change={part => setDraft(now => ({ ...now, ...part }))} />
      </FaultsOf>
      <GivenBack payable={payable} currency={sale.currency} />
      <ProblemAlert error={rehearsal.error} />
    </DialogForm>
  )
}

function useRehearsedRefund(sale: PosSale, draft: RefundDraft) {
  const asked = usePaused(bodyOfRefund(sale, draft, undefined), 250)
  const path = `/pos-sales/${sale.id}/actions/refund`
  return useQuery({
    queryKey: [currentBook(), 'rehearsal', path, asked],
    queryFn: async ({ signal }) => (await post<PosSale>(path, { query: { dry_run: true }, body: asked, signal })).body,
    enabled: asked.lines === undefined || asked.lines.length > 0,
    retry: false,
    gcTime: 0,
    placeholderData: shown => shown,
  })
}

interface FieldsProps {
  sale: PosSale
  draft: RefundDraft
  change: (part: Partial<RefundDraft>) => void
}

function Fields({ sale, draft, change }: FieldsProps) {
  const { sales, report } = useWords('bar')
  const { refund: words } = sales
  const desk = useRecord<CashDesk>(`/cash-desks/${sale.cash_desk.id}`).data?.body
  return (
    <>
      <Radios
        label={words.what}
        value={draft.lines ? 'chosen' : 'all'}
        options={[
          { value: 'all', label: words.all },
          { value: 'chosen', label: words.chosen },
        ]}
        onChange={what => change({ lines: what === 'all' ? undefined : noLines(sale) })}
      />
      {draft.lines && (
        <RefundLines sale={sale} lines={draft.lines} onChange={(lines: RefundedLine[]) => change({ lines })} />
      )}
      <Radios
        label={words.method}
        path="payment.method"
        value={draft.method}
        options={(desk?.payment_methods ?? []).map(method => ({ value: method, label: report.methods[method] }))}
        onChange={method => change({ method: method as RefundDraft['method'] })}
      />
      <TextField
        label={words.reason}
        path="reason"
        maxLength={500}
        autoComplete="off"
        value={draft.reason}
        onChange={reason => change({ reason })}
      />
    </>
  )
}

function GivenBack({ payable, currency }: { payable: string | undefined; currency: string }) {
  const { sales } = useWords('bar')
  const { money } = useFormat()
  const shown = payable && !isZero(payable) ? payable.replace('-', '') : payable
  return (
    <p className="pay-due" aria-live="polite">
      <span className="quiet">{sales.refund.amount}</span>
      <strong className="pay-amount">{shown ? money(shown, currency) : '–'}</strong>
    </p>
  )
}
