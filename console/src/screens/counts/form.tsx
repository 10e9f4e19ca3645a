/** Prepares a count: where, of which day, and of what. Nothing is locked until it is started. */
import type { InventoryCount } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'
import { Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Picker } from '../../kit/picker.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { LineGrid } from '../../patterns/line-grid.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'

interface Chosen {
  /** Of the form only. */
  key: string
  item_id: string
}

interface CountDraft {
  warehouse_id: string
  date: string
  scope: string
  notes: string
  items: Chosen[]
}

const blankChosen = (): Chosen => ({ key: newId(), item_id: '' })

const bodyOf = ({ warehouse_id, date, scope, notes, items }: CountDraft): object => ({
  ...(warehouse_id && { warehouse_id }),
  ...(date && { date }),
  scope,
  notes: notes || null,
  ...(scope === 'listed' && { item_ids: items.map(({ item_id }) => item_id).filter(Boolean) }),
})

export function NewCount() {
  const words = useWords('counts')
  const navigate = useNavigate()
  const [initial] = useState<CountDraft>(() => ({
    warehouse_id: '',
    date: '',
    scope: 'all',
    notes: '',
    items: [blankChosen()],
  }))
  const { draft, isDirty, change, changeBy, forget } = useDraft<CountDraft>(`${currentBook()}.count`, initial)
  const finish = ({ body: count }: Answer<InventoryCount>) => {
    forget()
    void refresh(currentBook(), ['/inventory-counts'])
    toast(words.created(count.number))
    void navigate({ to: `/${currentBook()}/counts/${count.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<InventoryCount>('/inventory-counts', { body: bodyOf(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <Head draft={draft} change={change} />
        {draft.scope === 'listed' && (
          <ChosenItems items={draft.items} onChange={how => changeBy(({ items }) => ({ items: how(items) }))} />
        )}
      </Form>
    </Screen>
  )
}

interface HeadProps {
  draft: CountDraft
  change: (part: Partial<CountDraft>) => void
}

function Head({ draft, change }: HeadProps) {
  const { form: words, scopes } = useWords('counts')
  return (
    <>
      <div className="columns">
        <Picker
          kind="warehouse"
          label={words.warehouse_id}
          path="warehouse_id"
          query={{ is_active: 'true' }}
          value={draft.warehouse_id}
          onChange={warehouse_id => change({ warehouse_id })}
          isRequired
          autoFocus
        />
        <DayField
          label={words.date}
          path="date"
          hint={words.dateHint}
          value={draft.date}
          onChange={date => change({ date })}
        />
        <TextArea label={words.notes} path="notes" rows={1} value={draft.notes} onChange={notes => change({ notes })} />
      </div>
      <Radios
        label={words.scope}
        path="item_ids"
        value={draft.scope}
        options={(['all', 'listed'] as const).map(value => ({ value, label: scopes[value] }))}
        onChange={scope => change({ scope })}
      />
    </>
  )
}

interface ChosenItemsProps {
  items: readonly Chosen[]
  onChange: (change: (items: readonly Chosen[]) => Chosen[]) => void
}

function ChosenItems({ items, onChange }: ChosenItemsProps) {
  const { form: words } = useWords('counts')
  return (
    <LineGrid<Chosen>
      label={words.items}
      lines={items}
      blank={blankChosen}
      keyOf={({ key }) => key}
      onChange={onChange}
      columns={[
        {
          key: 'item',
          label: words.item,
          isWide: true,
          cell: ({ item_id }, { index, change }) => (
            <Picker
              kind="item"
              label={words.item}
              isLabelUnseen
              path={`item_ids[${index}]`}
              value={item_id}
              onChange={chosen => change({ item_id: chosen })}
            />
          ),
        },
      ]}
    />
  )
}
