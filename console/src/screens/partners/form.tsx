/** Adds a partner. */
import type { Partner } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { blankPartner, bodyOfPartner, type PartnerDraft } from './draft.ts'
import { PartnerFields } from './fields.tsx'

export function NewPartner() {
  const words = useWords('partners')
  const navigate = useNavigate()
  const [initial] = useState(blankPartner)
  const { draft, isDirty, change, forget } = useDraft<PartnerDraft>(`${currentBook()}.partner`, initial)
  const finish = ({ body: partner }: Answer<Partner>) => {
    forget()
    void refresh(currentBook(), ['/partners'])
    toast(words.created(partner.name))
    void navigate({ to: `/${currentBook()}/partners/${partner.id}` })
  }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<Partner>('/partners', { body: bodyOfPartner(draft), idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <PartnerFields draft={draft} change={change} isNew />
      </Form>
    </Screen>
  )
}
