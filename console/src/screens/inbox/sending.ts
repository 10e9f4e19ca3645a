/** Files on their way into the inbox, one after another; each keeps its key, so a retry cannot bring it twice. */
import type { InboxSubmission } from '@cellarbook/sdk'
import { useRef, useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'

export interface SentFile {
  key: string
  file: File
  /** On its way; others wait for it. */
  isSending?: boolean
  submission?: InboxSubmission
  error?: unknown
}

async function submit({ key, file }: SentFile): Promise<InboxSubmission> {
  const form = new FormData()
  form.append('file', file, file.name)
  return (await post<InboxSubmission>('/inbox/submissions', { body: form, idempotencyKey: key })).body
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
    await refresh(currentBook(), ['/inbox', '/received-invoices', '/reports'])
  }
  const queue = (file: SentFile) => {
    turn.current = turn.current.then(() => bring(file))
  }
  return {
    sent,
    send(files: readonly File[]) {
      const fresh = files.map(file => ({ key: newId(), file }))
      setSent(now => [...fresh, ...now])
      for (const file of fresh) queue(file)
    },
    retry(file: SentFile) {
      tell(file.key, { error: undefined })
      queue(file)
    },
    clear: () => setSent(now => now.filter(({ submission, error }) => !submission && !error)),
  }
}
