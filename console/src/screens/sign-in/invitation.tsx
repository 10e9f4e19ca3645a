/** Joins an account by an invitation: somebody new sets a password, somebody known shows that it is them. */
import { useState } from 'react'
import type { Link as LinkView } from '../../data/generated/persons.ts'
import { Refusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { TextField } from '../../kit/field.tsx'
import { PasswordField } from '../../kit/password-field.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { DeadLink } from './dead-link.tsx'
import { useOpening } from './entrance.ts'
import { JoinKnown } from './join-known.tsx'
import { useLink } from './link.ts'
import { Outer } from './outer.tsx'
import { useToken } from './token.ts'

export function Invitation() {
  const { join: words } = useWords('sign-in')
  const [token] = useToken()
  const { link, error } = useLink(token)
  if (!token || error) return <DeadLink text={token ? undefined : words.noToken} error={error} />
  if (!link) return <Outer title={words.loading}>{null}</Outer>
  if (link.kind !== 'invitation') return <DeadLink />
  return (
    <Outer title={words.title(link.account?.name ?? '')}>
      {link.person_exists ? <JoinKnown token={token} link={link} /> : <JoinAnew token={token} link={link} />}
    </Outer>
  )
}

function JoinAnew({ token, link }: { token: string; link: LinkView }) {
  const { join: words } = useWords('sign-in')
  const [name, setName] = useState(link.name ?? '')
  const [password, setPassword] = useState('')
  const join = useOpening('/session/actions/accept_invitation')
  return (
    <FaultsOf rows={join.error instanceof Refusal ? join.error.rows : []}>
      <p className="quiet">{words.text(link.email)}</p>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          join.mutate({ token, name: name.trim(), password })
        }}
      >
        <input type="text" autoComplete="username" hidden readOnly value={link.email} />
        <TextField label={words.name} path="name" value={name} onChange={setName} autoComplete="name" />
        <PasswordField
          label={words.password}
          path="password"
          hint={words.passwordHint}
          is="new"
          value={password}
          onChange={setPassword}
        />
        <ProblemAlert error={join.error} />
        <Button type="submit" look="main" isOff={join.isPending}>
          {words.join}
        </Button>
      </form>
    </FaultsOf>
  )
}
