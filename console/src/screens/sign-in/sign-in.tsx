/** Signs in by a one-time link, whose secret is in the fragment, or by e-mail and password. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { isRefusal } from '../../data/refusal.ts'
import { keepSession, type Session } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { Field, TextField } from '../../kit/field.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'
import { Outer } from './outer.tsx'

/** Only inside the console: an address from elsewhere leads nowhere. */
const safeNext = (next: string | undefined): string =>
  next && /^\/(console\/)?(live|test|settings|profile)(\/|\?|$)/.test(next) ? next.replace(/^\/console/, '') : '/'

/** Of `#token=…`; older links have it in the query. */
const tokenOfAddress = (): string | undefined =>
  new URLSearchParams(location.hash.slice(1)).get('token') ??
  new URLSearchParams(location.search).get('token') ??
  undefined

export function SignIn() {
  const [token, setToken] = useState(tokenOfAddress)
  return token ? <ByLink token={token} onUsed={() => setToken(undefined)} /> : <ByPassword />
}

function useSignIn() {
  const navigate = useNavigate()
  const { next } = useParams()
  return useMutation({
    mutationFn: (body: object) => call<Session>('POST', '/session', { body, isQuiet: true }),
    onSuccess: ({ body }) => {
      queryClient.clear()
      keepSession(body)
      const to = safeNext(next)
      if (!body.account) void navigate({ to: '/choose', search: { next: to } as never })
      else void navigate({ href: `/console${to}` } as never)
    },
  })
}

function ByLink({ token, onUsed }: { token: string; onUsed: () => void }) {
  const words = useWords('sign-in')
  const signIn = useSignIn()
  const isUsed = isRefusal(signIn.error, 'unauthenticated')
  return (
    <Outer title={words.title}>
      <p className="quiet">{words.byLink}</p>
      {isUsed && (
        <Bar tone="warn" role="alert">
          {words.usedLink}
        </Bar>
      )}
      {!isUsed && <ProblemAlert error={signIn.error} />}
      {isUsed ? (
        <Button onClick={onUsed}>{words.next}</Button>
      ) : (
        <Button look="main" isOff={signIn.isPending} onClick={() => signIn.mutate({ token })}>
          {words.signIn}
        </Button>
      )}
    </Outer>
  )
}

function ByPassword() {
  const words = useWords('sign-in')
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const isWrong = isRefusal(signIn.error, 'unauthenticated')
  return (
    <Outer title={words.title}>
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
        <Field label={words.password}>
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
        {isWrong && (
          <Bar tone="bad" role="alert">
            {words.wrong}
          </Bar>
        )}
        {!isWrong && <ProblemAlert error={signIn.error} />}
        <Button type="submit" look="main" isOff={signIn.isPending}>
          {words.signIn}
        </Button>
      </form>
      <p className="quiet small">{words.newLink}</p>
    </Outer>
  )
}
