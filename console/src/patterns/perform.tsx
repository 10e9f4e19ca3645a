/** The call of an action itself, what is read again behind it, and the word that it is done. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnyRecord, type Done, perform, type Rehearsal } from '../data/actions.ts'
import { useOnce } from '../data/once.ts'
import { screenOf } from '../data/places.ts'
import { refreshBehind } from '../data/shown-where.ts'
import { newId } from '../format/ids.ts'
import { Link, screenAddress } from '../kit/link.tsx'
import { toast } from '../kit/toast.tsx'
import { useWords } from '../words/use-words.ts'

export interface AskedAction {
  path: string
  record: AnyRecord
  etag: string | undefined
  /** The key of the action. */
  name: string
  onClose: () => void
}

interface Sent {
  body: Record<string, unknown> | undefined
  rehearsed: Rehearsal
}

/** One key as long as the dialog is open: a retry after a lost answer cannot do it twice. */
export function usePerform({ path, record, name, etag, onClose }: AskedAction, title: string) {
  const { action: words } = useWords('frame')
  const [key] = useState(newId)
  const navigate = useNavigate()
  return useOnce({
    mutationFn: ({ body }: Sent) => perform({ path, key: name, body, ifMatch: etag }, key),
    onSuccess: ({ body }, { rehearsed }) => {
      // A draft has its number from the action itself, if at all.
      const called = body.id === record.id ? (body.number ?? record.number ?? record.name) : record.number
      toast(<DoneToast text={called ? words.done(title, called) : title} done={body} />)
      void refreshBehind(path, rehearsed.events)
      const made = isAnother(body, record) && screenOf(body.object, body.id)
      if (made) void navigate({ to: screenAddress(made) })
      else onClose()
    },
  })
}

/** What an action answers with is the record, or what it made of it, such as a credit note: work goes on there. */
const isAnother = (done: Done, record: AnyRecord): boolean => done.object === record.object && done.id !== record.id

function DoneToast({ text, done }: { text: string; done: Done }) {
  const { kinds } = useWords('records')
  const made = done?.created
  const to = made && screenOf(made.object, made.id)
  return (
    <p>
      {text}. {to && <Link to={to}>{(kinds as Record<string, string>)[made.object] ?? made.object}</Link>}
    </p>
  )
}
