/** Sets or changes the password; the other sessions end. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { Refusal } from '../../data/refusal.ts'
import { sessionQuery, useSession } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { PasswordField } from '../../kit/password-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useWords } from '../../words/use-words.ts'

export function Password() {
  const { password: words } = useWords('profile')
  const { person } = useSession()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const saving = useMutation({
    // A wrong current password is told here; the dialog that asks for it would only ask the same again.
    mutationFn: () =>
      call('PUT', '/profile/password', {
        body: { password: next, ...(current && { current_password: current }) },
        isQuiet: current !== '',
      }),
    onSuccess: () => {
      setCurrent('')
      setNext('')
      toast(words.saved)
      void queryClient.invalidateQueries(sessionQuery)
    },
    gcTime: 0,
  })
  return (
    <Region title={words.title}>
      <p className="quiet">{person.has_password ? words.have : words.none}</p>
      <FaultsOf rows={saving.error instanceof Refusal ? saving.error.rows : []}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            saving.mutate()
          }}
        >
          <input type="text" autoComplete="username" hidden readOnly value={person.email} />
          {person.has_password && (
            <PasswordField label={words.current} path="current_password" value={current} onChange={setCurrent} />
          )}
          <PasswordField
            label={words.next}
            path="password"
            hint={words.hint}
            is="new"
            value={next}
            onChange={setNext}
          />
          <ProblemAlert error={saving.error} />
          <div>
            <Button type="submit" look="main" isOff={saving.isPending || next === ''}>
              {person.has_password ? words.change : words.set}
            </Button>
          </div>
        </form>
      </FaultsOf>
    </Region>
  )
}
