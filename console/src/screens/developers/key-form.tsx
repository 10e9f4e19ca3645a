/** A key being made or changed: preset first, then what exactly it may do, from where and until when. */
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { patch, post } from '../../data/client.ts'
import type { ApiKey, ApiKeyWriteResult } from '../../data/generated/persons.ts'
import { useOpened } from '../../data/opened.ts'
import { useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { isAddress, splitWords } from '../../format/addresses.ts'
import { dayOfInstant, endOfDay } from '../../format/instants.ts'
import { presetScopes } from '../../format/presets.ts'
import { Radios } from '../../kit/choices.tsx'
import { DayField } from '../../kit/day-field.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { currentTimeZone } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { refreshKeys } from './key-ends.tsx'
import { KeyScopes } from './key-scopes.tsx'

interface KeyDraft {
  name: string
  mode: string
  scopes: readonly string[]
  addresses: string
  expires: string
}

const path = '/settings/api-keys'

const bodyOf = ({ name, scopes, addresses, expires }: KeyDraft) => ({
  name: name.trim(),
  scopes,
  allowed_addresses: splitWords(addresses),
  expires_at: expires ? endOfDay(expires, currentTimeZone()) : null,
})

const canBeSent = ({ scopes, addresses, expires }: KeyDraft): boolean =>
  scopes.length > 0 && splitWords(addresses).every(isAddress) && /^(\d{4}-\d{2}-\d{2})?$/.test(expires)

export function NewKey({ onMade, onClose }: { onMade: (made: ApiKeyWriteResult) => void; onClose: () => void }) {
  const words = useWords('keys')
  const { book } = useWords('frame')
  const rights = useRights()
  const [draft, setDraft] = useState<KeyDraft>({
    name: '',
    mode: currentBook(),
    scopes: presetScopes['read-only']!.filter(scope => rights.has(scope)),
    addresses: '',
    expires: '',
  })
  const send = (idempotencyKey: string) =>
    post<ApiKeyWriteResult>(path, { body: { ...bodyOf(draft), mode: draft.mode }, idempotencyKey })
  return (
    <DialogForm
      title={words.create}
      submit={words.submit}
      shape="wide"
      isOff={!canBeSent(draft)}
      send={send}
      onDone={({ body }) => {
        void refreshKeys()
        onMade(body)
      }}
      onClose={onClose}
    >
      <div className="columns">
        <NameField draft={draft} onChange={setDraft} />
        <Radios
          label={words.fields.book}
          path="mode"
          value={draft.mode}
          onChange={mode => setDraft({ ...draft, mode })}
          options={(['live', 'test'] as const).map(value => ({ value, label: book[value] }))}
        />
      </div>
      <KeyLimits draft={draft} onChange={setDraft} />
    </DialogForm>
  )
}

export function EditKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useRecord<ApiKey>(`${path}/${id}`)
  return data ? <EditLoadedKey key={data.etag} record={data.body} etag={data.etag} onClose={onClose} /> : null
}

interface EditLoadedKeyProps {
  record: ApiKey
  etag: string | undefined
  onClose: () => void
}

function EditLoadedKey({ record, etag, onClose }: EditLoadedKeyProps) {
  const words = useWords('keys')
  const [draft, setDraft] = useState<KeyDraft>({
    name: record.name,
    mode: record.mode,
    scopes: record.scopes,
    addresses: record.allowed_addresses.join(', '),
    expires: record.expires_at ? dayOfInstant(record.expires_at, currentTimeZone()) : '',
  })
  const opened = useOpened(etag)
  const body = changesOf(record, draft)
  const isChanged = Object.keys(body).length > 0
  const send = (idempotencyKey: string) =>
    patch<ApiKey>(`${path}/${record.id}`, { body, ifMatch: opened, idempotencyKey })
  return (
    <DialogForm
      title={words.edit(record.name)}
      description={<code>{`${record.prefix}…${record.last_four}`}</code>}
      submit={words.save}
      shape="wide"
      isOff={!canBeSent(draft) || !isChanged || record.status !== 'active'}
      send={send}
      onDone={({ body }) => {
        void refreshKeys()
        toast(words.saved(body.name))
        onClose()
      }}
      onClose={onClose}
    >
      <NameField draft={draft} onChange={setDraft} />
      <KeyLimits draft={draft} onChange={setDraft} />
    </DialogForm>
  )
}

/** Only what was changed: another name alone asks for no proof. */
function changesOf(record: ApiKey, draft: KeyDraft): object {
  const wanted = bodyOf(draft)
  const day = record.expires_at && dayOfInstant(record.expires_at, currentTimeZone())
  const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  return {
    ...(wanted.name !== record.name && { name: wanted.name }),
    ...(!isSame(wanted.scopes, record.scopes) && { scopes: wanted.scopes }),
    ...(!isSame(wanted.allowed_addresses, record.allowed_addresses) && { allowed_addresses: wanted.allowed_addresses }),
    ...((day ?? '') !== draft.expires && { expires_at: wanted.expires_at }),
  }
}

interface PartProps {
  draft: KeyDraft
  onChange: (draft: KeyDraft) => void
}

function NameField({ draft, onChange }: PartProps) {
  const { fields } = useWords('keys')
  return (
    <TextField
      label={fields.name}
      path="name"
      hint={fields.nameHint}
      maxLength={100}
      isRequired
      value={draft.name}
      onChange={name => onChange({ ...draft, name })}
    />
  )
}

function KeyLimits({ draft, onChange }: PartProps) {
  const { fields, notAnAddress } = useWords('keys')
  const wrong = splitWords(draft.addresses).find(text => !isAddress(text))
  return (
    <>
      <KeyScopes scopes={draft.scopes} onChange={scopes => onChange({ ...draft, scopes })} />
      <div className="columns">
        <TextField
          label={fields.addresses}
          path="allowed_addresses"
          hint={fields.addressesHint}
          fault={wrong === undefined ? undefined : notAnAddress(wrong)}
          spellCheck={false}
          value={draft.addresses}
          onChange={addresses => onChange({ ...draft, addresses })}
        />
        <DayField
          label={fields.expires}
          path="expires_at"
          hint={fields.expiresHint}
          value={draft.expires}
          onChange={expires => onChange({ ...draft, expires })}
        />
      </div>
    </>
  )
}
