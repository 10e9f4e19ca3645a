/** E-mail and password, or a passkey. */
import { useState } from 'react'
import { isRefusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextField } from '../../kit/field.tsx'
import { PasswordField } from '../../kit/password-field.tsx'
import { PasskeyButton } from '../../patterns/passkey-button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useOpening } from './entrance.ts'

export function Credentials() {
  const words = useWords('sign-in')
  const signIn = useOpening()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const isWrong = isRefusal(signIn.error, 'unauthenticated')
  const isByPasskey = signIn.variables !== undefined && 'passkey' in signIn.variables
  return (
    <>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          signIn.mutate({ email, password })
        }}
      >
        <TextField
          label={words.email}
          value={email}
          onChange={setEmail}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <PasswordField label={words.password} value={password} onChange={setPassword} />
        {isWrong && (
          <Bar tone="bad" role="alert">
            {isByPasskey ? words.passkeyRefused : words.wrong}
          </Bar>
        )}
        {!isWrong && <ProblemAlert error={signIn.error} />}
        <Button type="submit" look="main" isOff={signIn.isPending}>
          {words.signIn}
        </Button>
      </form>
      <PasskeyButton onSigned={passkey => signIn.mutate({ passkey })} />
    </>
  )
}
