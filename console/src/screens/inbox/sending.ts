/**
 * Files on their way into the inbox, one after another; each keeps its key, so a retry cannot bring it twice, and the book it
 * was meant for.
 */
import type { InboxSubmission } from '@cellarbook/sdk'
import { useRef, useState } from 'react'
import { type Book, currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { largestInboxBytes } from '../../data/file-rights.ts'
import { refresh } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'

export interface SentFile {
  key: string
  file: File
  book: Book
  isTooLarge: boolean
  /** On its way; others wait for it. */
  isSending?: boolean
  submission?: InboxSubmission
  error?: unknown
}

export const isFinished = ({ submission, error, isTooLarge }: SentFile): boolean =>
  submission !== undefined || error !== undefined || isTooLarge

async function submit({ key, file, book }: SentFile): Promise<InboxSubmission> {
  const form = new FormData()
  form.append('file', file, file.name)
  return (await post<InboxSubmission>('/inbox/submissions', { body: form, idempotencyKey: key, book })).body
}

export function useSending() {
  const [sent, setSent] = useState<readonly SentFile[]>([])
  const turn = useRef(Promise.resolve())
  const tell = (key: string, part: Partial<SentFile>) =>
    setSent(now => now.map(one => (one.key === key ? { ...one, ...part } : one)))
  const bring = async (file: SentFile) => {
    tell(file.key, { isSending: true })
    await submit(file).then(
      submission => tell(file.key, { submission, isSending: false }),
      error => tell(file.key, { error, isSending: false }),
    )
    await refresh(file.book, ['/inbox', '/received-invoices', '/reports'])
  }
  const queue = (file: SentFile) => {
    turn.current = turn.current.then(() => bring(file))
  }
  return {
    sent,
    send(files: readonly File[]) {
      const book = currentBook()
      const fresh = files.map(file => ({ key: newId(), file, book, isTooLarge: file.size > largestInboxBytes }))
      setSent(now => [...fresh, ...now])
      for (const file of fresh) if (!file.isTooLarge) queue(file)
    },
    retry(file: SentFile) {
      tell(file.key, { error: undefined })
      queue(file)
    },
    clear: () => setSent(now => now.filter(file => !isFinished(file))),
  }
}
