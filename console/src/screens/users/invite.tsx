/** Invites somebody: who, and what they may do. Where mail goes to files, the link is shown to be handed over. */
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import type { UserWriteResult } from '../../data/generated/persons.ts'
import { refresh } from '../../data/queries.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { SecretDialog } from '../../kit/secret.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form } from '../../patterns/form.tsx'
import { useWords } from '../../words/use-words.ts'
import { type Power, PowerFields } from './rights.tsx'

export function InviteUser({ onClose }: { onClose: () => void }) {
  const words = useWords('users')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [power, setPower] = useState<Power>({ role: 'sales', rights: undefined })
  const [link, setLink] = useState<string>()
  const done = ({ body }: Answer<UserWriteResult>) => {
    void refresh(currentBook(), ['/settings/users'])
    if (body.invitation_link) return setLink(body.invitation_link)
    toast(words.sent(body.email))
    onClose()
  }
  if (link) return <InvitationLink link={link} onDone={onClose} />
  const body = {
    email: email.trim(),
    name: name.trim(),
    role: power.role,
    ...(power.rights && { rights: power.rights }),
  }
  return (
    <Dialog title={words.invite} onClose={onClose} shape="wide">
      <Form
        send={idempotencyKey => post<UserWriteResult>('/settings/users', { body, idempotencyKey })}
        onDone={done}
        submit={words.send}
        isDirty={false}
        onDiscard={onClose}
      >
        <div className="columns">
          <TextField
            label={words.columns.email}
            path="email"
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="off"
          />
          <TextField label={words.columns.name} path="name" value={name} onChange={setName} autoComplete="off" />
        </div>
        <PowerFields {...power} onChange={setPower} />
      </Form>
    </Dialog>
  )
}

export function InvitationLink({ link, onDone }: { link: string; onDone: () => void }) {
  const words = useWords('users')
  return (
    <SecretDialog title={words.linkTitle} label={words.link} secret={link} stored={words.linkStored} onDone={onDone} />
  )
}
