/** Writes down money that moved, or will. */
import type { Cashflow } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { DecimalField } from '../../kit/decimal-field.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'

type Draft = {
  cashflow_type: string
  amount: string
  date: string
  description: string
  payment_method: string
  status: string
  currency: string
  partner_id: string
  category_id: string
}

const blank: Draft = {
  cashflow_type: 'expense',
  amount: '',
  date: '',
  description: '',
  payment_method: 'bank_transfer',
  status: 'confirmed',
  currency: 'CZK',
  partner_id: '',
  category_id: '',
}

/** What nobody filled in is left to the service. */
const bodyOf = (draft: Draft): object => Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''))

export function NewCashflow() {
  const words = useWords('cashflow')
  const navigate = useNavigate()
  const [initial] = useState(blank)
  const { draft, isDirty, change, forget } = useDraft<Draft>(`${currentBook()}.cashflow`, initial)
  const finish = ({ body: { id } }: Answer<Cashflow>) => {
    forget()
    void refresh(currentBook(), ['/cashflows', '/reports'])
    toast(words.created)
    void navigate({ to: `/${currentBook()}/cashflow/${id}` })
  }
  return (
    <Screen title={words.createTitle}>
      <Form
        send={idempotencyKey => post<Cashflow>('/cashflows', { body: bodyOf(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <Fields draft={draft} change={change} />
      </Form>
    </Screen>
  )
}

function Fields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const { head: labels, hints, types, methods } = useWords('cashflow')
  const { states } = useWords('records')
  const field = bind<Draft>({ labels, draft, change })
  const options = (words: Record<string, string>, names = Object.keys(words)) =>
    names.map(value => ({ value, label: words[value] ?? value }))
  return (
    <>
      <Radios {...field('cashflow_type')} options={options(types)} />
      <div className="columns">
        <DecimalField {...field('amount')} isRequired isMoney places={2} />
        <TextField {...field('description')} isRequired maxLength={500} autoComplete="off" />
        <DayField {...field('date')} hint={hints.date} />
        <SelectField {...field('payment_method')} options={options(methods)} />
        <SelectField {...field('status')} options={options(states.cashflow, ['confirmed', 'draft'])} />
        <Picker {...field('partner_id')} kind="partner" />
        <Picker {...field('category_id')} kind="category" />
        <TextField {...field('currency')} hint={hints.currency} maxLength={3} autoComplete="off" spellCheck={false} />
      </div>
    </>
  )
}
