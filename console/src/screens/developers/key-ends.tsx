/** How the life of a key ends: rolled to another one, or revoked. */
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import type { ApiKey, ApiKeyActionResult } from '../../data/generated/persons.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useWords } from '../../words/use-words.ts'

const path = (id: string) => `/settings/api-keys/${id}`
export const refreshKeys = () => refresh(currentBook(), ['/settings/api-keys'])

const useName = (id: string): string => useRecord<ApiKey>(path(id)).data?.body.name ?? '…'

interface RollKeyProps {
  id: string
  onMade: (made: ApiKeyActionResult) => void
  onClose: () => void
}

export function RollKey({ id, onMade, onClose }: RollKeyProps) {
  const { roll: words, fields } = useWords('keys')
  const [hours, setHours] = useState('24')
  const send = (idempotencyKey: string) =>
    post<ApiKeyActionResult>(`${path(id)}/actions/roll`, { body: { overlap_hours: Number(hours) }, idempotencyKey })
  return (
    <DialogForm
      title={words.title(useName(id))}
      description={words.text}
      submit={words.action}
      send={send}
      onDone={({ body }) => {
        void refreshKeys()
        onMade(body)
      }}
      onClose={onClose}
    >
      <SelectField
        label={fields.overlap}
        path="overlap_hours"
        value={hours}
        onChange={setHours}
        options={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
      />
    </DialogForm>
  )
}

export function RevokeKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { revoke: words } = useWords('keys')
  const name = useName(id)
  return (
    <DialogForm
      title={words.title(name)}
      description={words.text}
      submit={words.action}
      look="grave"
      send={idempotencyKey => post<ApiKey>(`${path(id)}/actions/revoke`, { body: {}, idempotencyKey })}
      onDone={() => {
        void refreshKeys()
        toast(words.done(name))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
