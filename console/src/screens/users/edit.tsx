/** Changes the name, the role and the rights of a user, under the version that was shown. */
import { useState } from 'react'
import { patch } from '../../data/client.ts'
import type { User } from '../../data/generated/persons.ts'
import { useOpened } from '../../data/opened.ts'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form } from '../../patterns/form.tsx'
import { useWords } from '../../words/use-words.ts'
import { type Power, PowerFields } from './rights.tsx'

interface EditUserProps {
  path: string
  user: User
  etag: string | undefined
  onDone: () => void
}

export function EditUser({ path, user, etag, onDone }: EditUserProps) {
  const { save } = useWords('frame')
  const words = useWords('users')
  const stored: Power = { role: user.role, rights: user.has_role_rights ? undefined : user.rights }
  const [name, setName] = useState(user.name)
  const [power, setPower] = useState(stored)
  // What somebody else gave or took meanwhile is not undone by what was shown here before.
  const opened = useOpened(etag)
  const isOtherPower = JSON.stringify(power) !== JSON.stringify(stored)
  const body = {
    ...(name !== user.name && { name: name.trim() }),
    ...(isOtherPower && { role: power.role, ...(power.rights && { rights: power.rights }) }),
  }
  return (
    <Form
      send={idempotencyKey => patch(path, { body, ifMatch: opened, idempotencyKey })}
      onDone={() => {
        toast(words.saved)
        onDone()
      }}
      submit={save}
      isDirty={Object.keys(body).length > 0}
      beside={isOtherPower && <p className="quiet small">{words.endsSessions}</p>}
    >
      <TextField label={words.columns.name} path="name" value={name} onChange={setName} maxLength={200} />
      <PowerFields {...power} onChange={setPower} />
    </Form>
  )
}
