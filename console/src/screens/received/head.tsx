/** The head of a received invoice: from whom, since when, in which currency. */
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { bind } from '../../patterns/bind.ts'
import { useWords } from '../../words/use-words.ts'
import type { HeadDraft } from './draft.ts'

interface ReceivedHeadProps {
  draft: HeadDraft & { received_date?: string }
  change: (part: Partial<HeadDraft & { received_date: string }>) => void
  isNew?: boolean
}

export function ReceivedHead({ draft, change, isNew = false }: ReceivedHeadProps) {
  const { head: labels, hints } = useWords('received')
  const field = bind<HeadDraft>({ labels, draft, change })
  const hintOf = (name: 'due_date' | 'tax_point_date') => (isNew ? hints[name] : undefined)
  return (
    <div className="columns">
      <Picker {...field('partner_id')} kind="partner" isRequired autoFocus={isNew} />
      <TextField {...field('supplier_invoice_number')} isRequired maxLength={100} autoComplete="off" />
      <DayField {...field('issue_date')} isRequired />
      <DayField {...field('due_date')} hint={hintOf('due_date')} />
      <DayField {...field('tax_point_date')} hint={hintOf('tax_point_date')} />
      {isNew && (
        <DayField
          label={labels.received_date}
          path="received_date"
          hint={hints.received_date}
          value={draft.received_date ?? ''}
          onChange={received_date => change({ received_date })}
        />
      )}
      <TextField {...field('variable_symbol')} maxLength={10} inputMode="numeric" autoComplete="off" />
      <TextField {...field('currency')} maxLength={3} autoComplete="off" spellCheck={false} />
      {draft.currency !== 'CZK' && <DecimalField {...field('exchange_rate')} hint={hints.exchange_rate} />}
      <TextArea {...field('notes')} rows={1} />
      <TextArea {...field('internal_notes')} rows={1} />
    </div>
  )
}
