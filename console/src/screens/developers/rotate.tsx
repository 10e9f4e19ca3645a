/** A new signing secret for an endpoint; the old one signs too for a while. */
import type { WebhookEndpointWithSecret } from '@cellarbook/sdk'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { SelectField } from '../../kit/field.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { EndpointSecret } from './endpoint-secret.tsx'

export function RotateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  const { rotate: words, fields } = useWords('webhooks')
  const { exactInstant } = useFormat()
  const [hours, setHours] = useState('24')
  const [made, setMade] = useState<WebhookEndpointWithSecret>()
  if (made?.secret) {
    const until = made.previous_secret_expires_at
    return (
      <EndpointSecret secret={made.secret} onDone={onClose}>
        {until && <p>{words.until(exactInstant(until))}</p>}
      </EndpointSecret>
    )
  }
  const send = (idempotencyKey: string) =>
    post<WebhookEndpointWithSecret>(`/webhook-endpoints/${id}/actions/rotate_secret`, {
      body: { overlap_hours: Number(hours) },
      idempotencyKey,
    })
  return (
    <DialogForm
      title={words.action}
      description={words.text}
      submit={words.action}
      send={send}
      onDone={({ body }) => {
        void refresh(currentBook(), ['/webhook-endpoints'])
        setMade(body)
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
