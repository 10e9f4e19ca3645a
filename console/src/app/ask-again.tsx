/** The dialog that asks for the password, over the screen: who are you, or is it still you. */
import { useState } from 'react'
import { call } from '../data/client.ts'
import { keepSession, type Session, useSession } from '../data/session.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { Field } from '../kit/field.tsx'
import { ProblemAlert } from '../patterns/problem.tsx'
import { useWords } from '../words/use-words.ts'

export interface Asked {
  kind: 'signIn' | 'prove'
  resolve: () => void
  reject: (reason: Error) => void
}

export function AskAgain({ kind, resolve, reject }: Asked) {
  const { proof, signInAgain, keep } = useWords('frame')
  const { person } = useSession()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const isProof = kind === 'prove'
  const title = isProof ? proof.title : signInAgain.title
  const giveUp = () => (isProof ? reject(new Error(proof.title)) : location.assign('/console/sign-in'))
  const submit = async () => {
    try {
      const { body } = isProof
        ? await call<Session>('POST', '/session/actions/confirm', { body: { password }, isQuiet: true })
        : await call<Session>('POST', '/session', { body: { email: person.email, password }, isQuiet: true })
      keepSession(body)
      resolve()
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <Dialog title={title} description={isProof ? proof.text : signInAgain.text} onClose={giveUp} isSticky={!isProof}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <input type="text" autoComplete="username" hidden readOnly value={person.email} />
        <Field label={proof.password}>
          {control => (
            <input
              {...control}
              className="input"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          )}
        </Field>
        <ProblemAlert error={error} />
        <DialogEnd keep={keep} onKeep={giveUp}>
          <Button type="submit" look="main">
            {isProof ? proof.confirm : title}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}
