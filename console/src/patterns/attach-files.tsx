/** Sends files to a record, one after another: one that is refused keeps none of the others back, and is named. */
import { useState } from 'react'
import { attach, type Entity } from '../data/attachments.ts'
import { type Book, currentBook } from '../data/book.ts'
import { largestFileBytes } from '../data/file-rights.ts'
import { refresh } from '../data/queries.ts'
import { newId } from '../format/ids.ts'
import { FileInput } from '../kit/file-input.tsx'
import { toast } from '../kit/toast.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import './attach-files.css'
import { LeaveGuard } from './form.tsx'
import { ProblemAlert } from './problem.tsx'

interface Underway {
  name: string
  part: number
}

interface Refused {
  key: string
  name: string
  /** Nothing where the file is too large: then the service was not asked. */
  error?: unknown
}

export function AttachFiles({ entity }: { entity: Entity }) {
  const words = useWords('attachments')
  const { underway, refused, send } = useSending(entity, name => toast(words.added(name)))
  return (
    <div className="stack-close">
      <div className="row">
        <FileInput onFiles={files => void send(files)}>{words.add}</FileInput>
        <span className="quiet small">{words.limit}</span>
      </div>
      {underway && <Progress {...underway} />}
      <LeaveGuard isDirty={underway !== undefined} words={words.leaving} />
      {refused.map(({ key, name, error }) => (
        <div key={key}>
          <p>{words.refused(name)}</p>
          {error ? (
            <ProblemAlert error={error} />
          ) : (
            <p className="problem" role="alert">
              {words.tooLarge}
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

function Progress({ name, part }: Underway) {
  const words = useWords('attachments')
  const { percent } = useFormat()
  return (
    <div className="attach-progress">
      <progress max={1} value={part} aria-label={words.sending(name)} />
      <span className="quiet small">
        {words.sending(name)} {percent(String(Math.floor(part * 100)))}
      </span>
    </div>
  )
}

function useSending(entity: Entity, onAttached: (name: string) => void) {
  const [underway, setUnderway] = useState<Underway>()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const sendOne = async (file: File, book: Book) => {
    const { name } = file
    const refuse = (error?: unknown) => setRefused(now => [...now, { key: newId(), name, error }])
    if (file.size > largestFileBytes) return refuse()
    const onProgress = (part: number) => setUnderway({ name, part })
    onProgress(0)
    await attach(file, entity, { idempotencyKey: newId(), book, onProgress }).then(
      done => onAttached(done.file_name),
      refuse,
    )
  }
  const send = async (files: readonly File[]) => {
    // The one the record is in, wherever the person goes meanwhile.
    const book = currentBook()
    setRefused([])
    for (const file of files) await sendOne(file, book)
    setUnderway(undefined)
    await refresh(book, ['/attachments', '/received-invoices'])
  }
  return { underway, refused, send }
}
