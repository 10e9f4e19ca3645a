/** All settings of the book as one JSON document, with the plan shown before anything is saved. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { planSettings, type SettingsDocument, saveSettings } from '../../data/settings.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy.ts'
import { Bar, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { LeaveGuard } from '../../patterns/form.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'
import { ChangePlan } from './change-plan.tsx'
import { BookBadge } from './index.tsx'
import '../../kit/field.css'

const path = '/settings/document'

export function SettingsAsJson() {
  const { document: words } = useWords('settings')
  const { screens, loading, copy, copied } = useWords('frame')
  const { data, error } = useRecord<SettingsDocument>(path)
  const text = data && JSON.stringify(data.body.document, undefined, 2)
  return (
    <Screen
      title={words.title}
      beside={<BookBadge />}
      actions={
        <div className="row">
          <Link to="/settings" look="plain">
            {screens.settings}
          </Link>
          {text && <Button onClick={() => void copyText(text).then(() => toast(copied))}>{copy}</Button>}
        </div>
      }
    >
      <p className="quiet">{words.text}</p>
      <ProblemAlert error={error} />
      {text === undefined ? !error && <Skeleton label={loading} /> : <Editor key={text} stored={text} />}
    </Screen>
  )
}

const read = (text: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function Editor({ stored }: { stored: string }) {
  const { document: words, saved } = useWords('settings')
  const { save } = useWords('frame')
  const [text, setText] = useState(stored)
  const [planned, setPlanned] = useState<string>()
  const document = read(text)
  const plan = useMutation({ mutationFn: () => planSettings(path, { document }), onSuccess: () => setPlanned(text) })
  const saving = useMutation({
    mutationFn: () => saveSettings(path, { document }, newId()),
    onSuccess: () => {
      toast(saved)
      void refresh(currentBook(), ['/settings'])
    },
  })
  const isPlanned = planned === text && plan.data?.body.refusals.length === 0
  return (
    <>
      <textarea
        className="input settings-document"
        aria-label={words.title}
        aria-invalid={!document || undefined}
        rows={28}
        spellCheck={false}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {!document && (
        <Bar tone="bad" role="alert">
          {words.notJson}
        </Bar>
      )}
      {plan.data && <ChangePlan plan={plan.data.body} isStale={planned !== text} />}
      <ProblemAlert error={saving.error ?? plan.error} />
      <div className="row">
        <Button isOff={!document || text === stored || plan.isPending} onClick={() => plan.mutate()}>
          {words.plan}
        </Button>
        <Button look="main" isOff={!isPlanned || saving.isPending} onClick={() => saving.mutate()}>
          {save}
        </Button>
      </div>
      <LeaveGuard isDirty={text !== stored && !saving.isSuccess} />
    </>
  )
}
