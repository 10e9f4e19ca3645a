/** Begins the report of a month; the service calculates it at once. */
import type { ExciseReport } from '@cellarbook/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { addDays } from '../../format/days.ts'
import { TextArea, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { bind } from '../../patterns/bind.ts'
import { Form, useDraft } from '../../patterns/form.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { currentDay } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Draft = { period: string; notes: string }

/** The month that ended last. */
const lastMonth = (): string => addDays(`${currentDay().slice(0, 7)}-01`, -1).slice(0, 7)

export function NewExciseReport() {
  const words = useWords('excise')
  const navigate = useNavigate()
  const [initial] = useState<Draft>(() => ({ period: lastMonth(), notes: '' }))
  const { draft, isDirty, change, forget } = useDraft<Draft>(`${currentBook()}.excise`, initial)
  const field = bind<Draft>({ labels: words.fields, draft, change })
  const finish = ({ body: report }: Answer<ExciseReport>) => {
    forget()
    void refresh(currentBook(), ['/excise-reports'])
    toast(words.created(report.period))
    void navigate({ to: `/${currentBook()}/excise/${report.id}` })
  }
  const body = { period: draft.period, ...(draft.notes && { notes: draft.notes }) }
  return (
    <Screen title={words.create}>
      <Form
        send={idempotencyKey => post<ExciseReport>('/excise-reports', { body, idempotencyKey })}
        onDone={finish}
        submit={words.submit}
        isDirty={isDirty}
        onLeave={forget}
      >
        <div className="columns">
          <TextField {...field('period')} hint={words.periodHint} placeholder="2026-10" isRequired autoFocus />
          <TextArea {...field('notes')} rows={1} />
        </div>
      </Form>
    </Screen>
  )
}
