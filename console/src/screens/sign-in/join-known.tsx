/** Somebody who signs in already shows that it is them, then accepts: the link alone makes nobody a person who exists. */
import { type ReactNode, useState } from 'react'
import { call } from '../../data/client.ts'
import type { Link as LinkView } from '../../data/generated/persons.ts'
import { isRefusal } from '../../data/refusal.ts'
import type { Session } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextField } from '../../kit/field.tsx'
import { PasswordField } from '../../kit/password-field.tsx'
import { PasskeyButton } from '../../patterns/passkey-button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useEntrance } from './entrance.ts'

interface JoinKnownProps {
  token: string
  link: LinkView
}

const send = (path: string, body: object) => call<Session>('POST', path, { body, isQuiet: true })

export function JoinKnown({ token, link }: JoinKnownProps) {
  const { join: words, password: label, wrong, wrongCode, code: codeLabel, codeHint } = useWords('sign-in')
  const enter = useEntrance()
  const [typed, setTyped] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState<unknown>()
  const accept = async (path: string, proof: object) => {
    setError(undefined)
    try {
      const { body } = await send(path, proof)
      setTyped('')
      if (body.next === 'second_step') setNeedsCode(true)
      else enter((await send('/session/actions/accept_invitation', { token })).body)
    } catch (refused) {
      setError(refused)
    }
  }
  const submit = () =>
    needsCode
      ? accept('/session/actions/second_step', { code: typed.trim() })
      : accept('/session', { email: link.email, password: typed })
  return (
    <>
      <p className="quiet">{words.known(link.email)}</p>
      <Submitting onSubmit={() => void submit()}>
        <input type="text" autoComplete="username" hidden readOnly value={link.email} />
        {needsCode ? (
          <TextField label={codeLabel} hint={codeHint} value={typed} onChange={setTyped} autoComplete="one-time-code" />
        ) : (
          <PasswordField label={label} value={typed} onChange={setTyped} />
        )}
        <Fault error={error} wrong={needsCode ? wrongCode : wrong} />
        <Button type="submit" look="main">
          {words.join}
        </Button>
      </Submitting>
      {!needsCode && <PasskeyButton onSigned={passkey => void accept('/session', { passkey })} />}
    </>
  )
}

function Submitting({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

function Fault({ error, wrong }: { error: unknown; wrong: string }) {
  if (!isRefusal(error, 'unauthenticated')) return <ProblemAlert error={error} />
  return (
    <Bar tone="bad" role="alert">
      {wrong}
    </Bar>
  )
}
