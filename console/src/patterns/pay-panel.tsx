/** A payment: when, through which account, how much of what remains. */
import { DayField } from '../kit/day-field.tsx'
import { DecimalField } from '../kit/decimal-field.tsx'
import { Picker } from '../kit/picker.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import type { PanelProps } from './action-panels.ts'
import { bind } from './bind.ts'
import { type Paid, remainingOf } from './payments.ts'

type Payment = { paid_at: string; account_id: string; amount: string }

export function PayPanel({ value, onChange, record }: PanelProps) {
  const { pay: words } = useWords('payments')
  const { money } = useFormat()
  const { currency } = record as Paid
  const draft: Payment = { paid_at: '', account_id: '', amount: '', ...(value as Partial<Payment>) }
  const field = bind<Payment>({ labels: words, draft, change: part => onChange({ ...draft, ...part }) })
  return (
    <div className="columns">
      <DayField {...field('paid_at')} isRequired />
      <Picker {...field('account_id')} kind="account" hint={words.accountHint} />
      <DecimalField {...field('amount')} isMoney hint={words.amountHint(money(remainingOf(record), currency))} />
    </div>
  )
}
