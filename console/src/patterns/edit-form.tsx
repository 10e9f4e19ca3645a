/** Changes a stored record: only what was changed is sent, under the version that was shown. */
import { type ReactNode, useState } from 'react'
import { currentBook } from '../data/book.ts'
import { type Answer, call, patch } from '../data/client.ts'
import { useOpened } from '../data/opened.ts'
import { refresh } from '../data/queries.ts'
import { isRefusal } from '../data/refusal.ts'
import { newId } from '../format/ids.ts'
import { useWords } from '../words/use-words.ts'
import { Conflict } from './conflict.tsx'
import { Form, useDraft } from './form.tsx'

type Held = Record<string, unknown>

interface EditFormProps<Draft extends Held> {
  /** Of the record. */
  path: string
  etag: string | undefined
  /** As the fields hold it: empty text for nothing. */
  stored: Draft
  onDone: () => void
  /** How a draft becomes a body; empty texts become null unless given. */
  bodyOf?: (draft: Partial<Draft>) => object
  children: (draft: Draft, change: (part: Partial<Draft>) => void) => ReactNode
}

const emptyToNull = (draft: Held): object =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value === '' ? null : value]))

/** Lines have keys, which nobody typed. */
const asTyped = (value: unknown): string => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
const isOther = (one: unknown, other: unknown): boolean => asTyped(one) !== asTyped(other)

export function EditForm<Draft extends Held>(props: EditFormProps<Draft>) {
  const { path, etag, stored, onDone, bodyOf = emptyToNull } = props
  const { save } = useWords('frame')
  const [first] = useState(stored)
  const opened = useOpened(etag)
  const { draft, isDirty, change, forget } = useDraft<Draft>(`${currentBook()}${path}`, first)
  const [theirs, setTheirs] = useState<Answer<Held>>()
  const changed = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => isOther(value, first[name])),
  ) as Partial<Draft>
  // What is stored is kept current while the form is open. Only what nobody else changed may go under that version.
  const isMet = Object.keys(changed).some(name => isOther(stored[name], first[name]))
  const close = () => {
    forget()
    void refresh(currentBook(), [`/${path.split('/')[1]}`])
    onDone()
    // The field that had the focus is gone.
    document.querySelector('h1')?.focus()
  }
  const send = (idempotencyKey: string, ifMatch = isMet ? opened : etag): Promise<Answer<Held>> =>
    patch<Held>(path, { body: bodyOf(changed), idempotencyKey, ifMatch }).catch(async error => {
      if (isRefusal(error, 'stale_version')) setTheirs(await call<Held>('GET', path))
      throw error
    })
  return (
    <>
      <Form
        send={key => send(key)}
        onDone={close}
        submit={save}
        isDirty={isDirty}
        onLeave={forget}
        onDiscard={close}
        isInPlace
      >
        {props.children(draft, change)}
      </Form>
      {theirs && (
        <Conflict
          yours={changed}
          theirs={isMet ? stored : theirs.body}
          onKeepMine={() => void send(newId(), theirs.etag).then(close, () => setTheirs(undefined))}
          onTakeTheirs={close}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </>
  )
}
