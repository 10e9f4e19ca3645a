/** A webhook endpoint being made or changed. */
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@cellarbook/sdk'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { patch, post } from '../../data/client.ts'
import type { ApiKey } from '../../data/generated/persons.ts'
import { useOpened } from '../../data/opened.ts'
import { type Page, refresh, useRecord } from '../../data/queries.ts'
import { Check, Group } from '../../kit/choices.tsx'
import { SelectField, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useWords } from '../../words/use-words.ts'
import { EventTree } from './event-tree.tsx'

interface EndpointDraft {
  url: string
  description: string
  types: readonly string[]
  keyId: string
  skipsOwn: boolean
}

const refreshEndpoints = () => refresh(currentBook(), ['/webhook-endpoints'])

const bodyOf = ({ url, description, types, skipsOwn }: EndpointDraft) => ({
  url: url.trim(),
  description: description.trim() || null,
  types,
  exclude_own_events: skipsOwn,
})

interface NewEndpointProps {
  onMade: (made: WebhookEndpointWithSecret) => void
  onClose: () => void
}

export function NewEndpoint({ onMade, onClose }: NewEndpointProps) {
  const words = useWords('webhooks')
  const [draft, setDraft] = useState<EndpointDraft>({
    url: '',
    description: '',
    types: ['*'],
    keyId: '',
    skipsOwn: false,
  })
  const body = { ...bodyOf(draft), ...(draft.keyId && { key_id: draft.keyId }) }
  return (
    <DialogForm
      title={words.create}
      submit={words.submit}
      shape="wide"
      isOff={draft.types.length === 0}
      send={idempotencyKey => post<WebhookEndpointWithSecret>('/webhook-endpoints', { body, idempotencyKey })}
      onDone={({ body: made }) => {
        void refreshEndpoints()
        onMade(made)
      }}
      onClose={onClose}
    >
      <EndpointFields draft={draft} onChange={setDraft} />
      <KeyFields draft={draft} onChange={setDraft} />
    </DialogForm>
  )
}

interface EditEndpointProps {
  endpoint: WebhookEndpoint
  etag: string | undefined
  onClose: () => void
}

export function EditEndpoint({ endpoint, etag, onClose }: EditEndpointProps) {
  const words = useWords('webhooks')
  const [draft, setDraft] = useState<EndpointDraft>({
    url: endpoint.url,
    description: endpoint.description ?? '',
    types: endpoint.types,
    keyId: endpoint.key_id ?? '',
    skipsOwn: endpoint.exclude_own_events,
  })
  const opened = useOpened(etag)
  const send = (idempotencyKey: string) =>
    patch(`/webhook-endpoints/${endpoint.id}`, { body: bodyOf(draft), ifMatch: opened, idempotencyKey })
  return (
    <DialogForm
      title={words.edit}
      submit={words.save}
      shape="wide"
      isOff={draft.types.length === 0}
      send={send}
      onDone={() => {
        void refreshEndpoints()
        toast(words.saved)
        onClose()
      }}
      onClose={onClose}
    >
      <EndpointFields draft={draft} onChange={setDraft} />
      <SkipOwn draft={draft} onChange={setDraft} />
    </DialogForm>
  )
}

interface PartProps {
  draft: EndpointDraft
  onChange: (draft: EndpointDraft) => void
}

function EndpointFields({ draft, onChange }: PartProps) {
  const { fields, noType } = useWords('webhooks')
  return (
    <>
      <TextField
        label={fields.address}
        path="url"
        hint={fields.addressHint}
        placeholder="https://"
        spellCheck={false}
        isRequired
        value={draft.url}
        onChange={url => onChange({ ...draft, url })}
      />
      <TextField
        label={fields.description}
        path="description"
        maxLength={400}
        value={draft.description}
        onChange={description => onChange({ ...draft, description })}
      />
      <Group label={fields.types} path="types">
        <EventTree patterns={draft.types} onChange={types => onChange({ ...draft, types })} />
        {draft.types.length === 0 && <p className="field-fault">{noType}</p>}
      </Group>
    </>
  )
}

function KeyFields({ draft, onChange }: PartProps) {
  const { fields } = useWords('webhooks')
  const keys = useRecord<Page<ApiKey>>('/settings/api-keys', { mode: currentBook(), status: 'active', limit: 200 })
  const options = (keys.data?.body.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="columns">
      <SelectField
        label={fields.key}
        path="key_id"
        hint={fields.keyHint}
        empty={fields.noKey}
        options={options}
        value={draft.keyId}
        onChange={keyId => onChange({ ...draft, keyId, skipsOwn: draft.skipsOwn && keyId !== '' })}
      />
      <SkipOwn draft={draft} onChange={onChange} />
    </div>
  )
}

function SkipOwn({ draft, onChange }: PartProps) {
  const { fields } = useWords('webhooks')
  return (
    <Check
      label={fields.skipOwn}
      hint={fields.skipOwnHint}
      isOff={draft.keyId === ''}
      isChecked={draft.skipsOwn}
      onChange={skipsOwn => onChange({ ...draft, skipsOwn })}
    />
  )
}
