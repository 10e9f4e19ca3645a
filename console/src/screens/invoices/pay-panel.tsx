/** A payment: when, into which account, how much of what remains. */
import type { Invoice } from '@cellarbook/sdk'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { Picker } from '../../kit/picker.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Payment = { paid_at: string; account_id: string; amount: string }

export function PayPanel({ value, onChange, record }: PanelProps) {
  const { pay: words } = useWords('invoices')
  const { money } = useFormat()
  const { amount_remaining, currency } = record as Invoice
  const draft: Payment = { paid_at: '', account_id: '', amount: '', ...(value as Partial<Payment>) }
  const field = bind<Payment>({ labels: words, draft, change: part => onChange({ ...draft, ...part }) })
  return (
    <div className="columns">
      <DayField {...field('paid_at')} isRequired />
      <Picker {...field('account_id')} kind="account" hint={words.accountHint} />
      <DecimalField {...field('amount')} hint={words.amountHint(money(amount_remaining, currency))} />
    </div>
  )
}
