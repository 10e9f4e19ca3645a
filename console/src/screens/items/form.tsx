/** Adds an item. */
import type { Item } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankItem, bodyOfItem, type ItemDraft } from './draft.ts'
import { ItemFields } from './fields.tsx'

export function NewItem() {
  const words = useWords('items')
  const navigate = useNavigate()
  const [initial] = useState(blankItem)
  const { draft, isDirty, change, forget } = useDraft<ItemDraft>(`${currentBook()}.item`, initial)
  const finish = ({ body: item }: Answer<Item>) => {
    forget()
    void refresh(currentBook(), ['/items'])
    toast(words.created(item.name))
    void navigate({ to: `/${currentBook()}/items/${item.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<Item>('/items', { body: bodyOfItem(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <ItemFields draft={draft} change={change} isNew />
      </Form>
    </Screen>
  )
}
