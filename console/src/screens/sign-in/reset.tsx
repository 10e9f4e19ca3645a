/** Sets another password by a link from a mail. */
import { useState } from 'react'
import { Refusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { FaultsOf } from '../../kit/faults.tsx'
import { PasswordField } from '../../kit/password-field.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { DeadLink } from './dead-link.tsx'
import { useOpening } from './entrance.ts'
import { useLink } from './link.ts'
import { Outer } from './outer.tsx'
import { useToken } from './token.ts'

export function Reset() {
  const { join, reset: words } = useWords('sign-in')
  const [token] = useToken()
  const [password, setPassword] = useState('')
  const { link, error } = useLink(token)
  const reset = useOpening('/session/actions/reset_password')
  const again = { label: words.again, to: '/forgotten' }
  if (!token || error) return <DeadLink text={token ? undefined : join.noToken} error={error} again={again} />
  if (!link) return <Outer title={join.loading}>{null}</Outer>
  return (
    <Outer title={words.title}>
      <p className="quiet">{words.for(link.email)}</p>
      <FaultsOf rows={reset.error instanceof Refusal ? reset.error.rows : []}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            reset.mutate({ token, password })
          }}
        >
          <input type="text" autoComplete="username" hidden readOnly value={link.email} />
          <PasswordField
            label={join.password}
            path="password"
            hint={join.passwordHint}
            is="new"
            value={password}
            onChange={setPassword}
          />
          <ProblemAlert error={reset.error} />
          <Button type="submit" look="main" isOff={reset.isPending}>
            {words.save}
          </Button>
        </form>
      </FaultsOf>
    </Outer>
  )
}
