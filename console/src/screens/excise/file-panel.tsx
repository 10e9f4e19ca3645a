/** Files a month: what it comes to, and the month itself, typed by whoever files it. */
import type { ExciseReport } from '@cellarbook/sdk'
import { useEffect, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { DayField } from '../../kit/day-field.tsx'
import { Facts } from '../../kit/facts.tsx'
import { TextArea, TextField } from '../../kit/field.tsx'
import type { PanelProps } from '../../patterns/action-panels.ts'
import { bind } from '../../patterns/bind.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Filing = { filed_at: string; note: string }

export function FilePanel({ value, onChange, onReady, record }: PanelProps) {
  const { period, totals } = record as ExciseReport
  const { file: words, facts } = useWords('excise')
  const { money, quantity } = useFormat()
  const { currency } = useSession().account
  const [typed, setTyped] = useState('')
  const draft: Filing = { filed_at: '', note: '', ...(value as Partial<Filing>) }
  const field = bind<Filing>({ labels: words, draft, change: part => onChange({ ...draft, ...part }) })
  const isTyped = typed.trim() === period
  useEffect(() => onReady(isTyped), [onReady, isTyped])
  return (
    <div className="stack">
      <p>{words.text(period)}</p>
      <Facts
        facts={[
          [words.released, quantity(totals.released_hl, 'hl')],
          [facts.payable, money(totals.tax_payable, currency)],
        ]}
      />
      <div className="columns">
        <DayField {...field('filed_at')} hint={words.filedHint} />
        <TextArea {...field('note')} rows={1} />
      </div>
      <TextField
        label={words.confirm(period)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={setTyped}
        isRequired
      />
    </div>
  )
}
