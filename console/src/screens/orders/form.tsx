/** Takes an order. The service counts: prices and totals are the answer of a rehearsed save. */
import type { Order } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { DayField } from '../../kit/day-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { CountedTotals, type RehearsedSave, useRehearsedSave } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankDraft, bodyOfDraft, isPriceable, type OrderDraft } from './draft.ts'
import { DraftLines } from './draft-lines.tsx'

export function NewOrder() {
  const words = useWords('orders')
  const navigate = useNavigate()
  const [initial] = useState(blankDraft)
  const { draft, isDirty, change, changeBy, forget } = useDraft<OrderDraft>(`${currentBook()}.order`, initial)
  const rehearsed = useRehearsedOrder(draft)
  const finish = ({ body: order }: Answer<Order>) => {
    forget()
    void refresh(currentBook(), ['/orders'])
    toast(words.created(order.number))
    void navigate({ to: `/${currentBook()}/orders/${order.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<Order>('/orders', { body: bodyOfDraft(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
        beside={<CountedTotals counted={rehearsed} />}
      >
        <OrderHead draft={draft} change={change} isNew />
        <DraftLines
          draft={draft}
          onChange={how => changeBy(({ lines }) => ({ lines: how(lines) }))}
          priced={rehearsed.data}
        />
      </Form>
    </Screen>
  )
}

type HeadDraft = Omit<OrderDraft, 'lines'>

interface OrderHeadProps {
  draft: HeadDraft
  change: (part: Partial<HeadDraft>) => void
  isNew?: boolean
}

export function OrderHead({ draft, change, isNew = false }: OrderHeadProps) {
  const { facts } = useWords('orders')
  return (
    <div className="columns">
      <Picker
        kind="partner"
        label={facts.partner}
        path="partner_id"
        value={draft.partner_id}
        onChange={partner_id => change({ partner_id })}
        isRequired
        autoFocus={isNew}
      />
      <DayField
        label={facts.delivery}
        path="delivery_date"
        value={draft.delivery_date}
        onChange={delivery_date => change({ delivery_date })}
      />
      <Picker
        kind="warehouse"
        label={facts.warehouse}
        path="warehouse_id"
        value={draft.warehouse_id}
        onChange={warehouse_id => change({ warehouse_id })}
      />
      <TextArea label={facts.notes} path="notes" rows={1} value={draft.notes} onChange={notes => change({ notes })} />
    </div>
  )
}

/** What the service would answer: prices by the cascade, VAT and totals. Nothing is kept. */
function useRehearsedOrder(draft: OrderDraft): RehearsedSave<Order> {
  const settled = usePaused(draft, 350)
  return useRehearsedSave<Order>('/orders', bodyOfDraft(settled), isPriceable(settled))
}
