/** The name others see. */
import { useState } from 'react'
import { patch } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { sessionQuery, useSession } from '../../data/session.ts'
import { Facts } from '../../kit/facts.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form } from '../../patterns/form.tsx'
import { Region } from '../../patterns/region.tsx'
import { useWords } from '../../words/use-words.ts'

export function Identity() {
  const { identity: words } = useWords('profile')
  const { roles } = useWords('people')
  const { save } = useWords('frame')
  const { person, account } = useSession()
  const [name, setName] = useState(person.name)
  const done = () => {
    toast(words.saved)
    setName(name.trim())
    void queryClient.invalidateQueries(sessionQuery)
  }
  return (
    <Region title={words.title}>
      <Facts
        facts={[
          [words.email, person.email],
          [words.role, roles[account.role]],
        ]}
      />
      <Form
        send={idempotencyKey => patch('/profile', { body: { name: name.trim() }, idempotencyKey })}
        onDone={done}
        submit={save}
        isDirty={name !== person.name}
      >
        <TextField label={words.name} path="name" value={name} onChange={setName} autoComplete="name" maxLength={200} />
      </Form>
    </Region>
  )
}
