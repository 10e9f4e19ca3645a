/** The head of an invoice: for whom, from when, in which currency. */
import { useSession } from '../../data/session.ts'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'
import type { HeadDraft } from './draft.ts'

interface InvoiceHeadProps {
  draft: HeadDraft
  change: (part: Partial<HeadDraft>) => void
  isNew?: boolean
}

export function InvoiceHead({ draft, change, isNew = false }: InvoiceHeadProps) {
  const { head: labels, hints } = useWords('invoices')
  const { account } = useSession()
  const field = bind<HeadDraft>({ labels, draft, change })
  return (
    <div className="columns">
      <Picker {...field('partner_id')} kind="partner" isRequired autoFocus={isNew} />
      <DayField {...field('issue_date')} hint={isNew ? hints.issue_date : undefined} />
      <DayField {...field('due_date')} hint={isNew ? hints.due_date : undefined} />
      <DayField {...field('tax_point_date')} />
      {account.modules.includes('stock') && <Picker {...field('warehouse_id')} kind="warehouse" />}
      <TextField {...field('customer_order_ref')} autoComplete="off" />
      <TextField {...field('currency')} maxLength={3} autoComplete="off" spellCheck={false} />
      {draft.currency !== 'CZK' && <DecimalField {...field('exchange_rate')} hint={hints.exchange_rate} />}
      <TextArea {...field('notes')} rows={1} />
      <TextArea {...field('internal_notes')} rows={1} />
    </div>
  )
}
