/** Asks for a link to set another password. The answer says nothing about who is known. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../../data/client.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { Outer } from './outer.tsx'

export function Forgotten() {
  const words = useWords('sign-in')
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () => post('/session/actions/ask_reset', { body: { email: email.trim() }, isQuiet: true }),
  })
  return (
    <Outer title={words.forgotten}>
      {ask.isSuccess ? (
        <>
          <Bar tone="good" role="status">
            {words.reset.sent}
          </Bar>
          <p className="quiet small">{words.newLink}</p>
        </>
      ) : (
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            ask.mutate()
          }}
        >
          <p className="quiet">{words.reset.text}</p>
          <TextField
            label={words.email}
            value={email}
            onChange={setEmail}
            type="email"
            autoComplete="username"
            autoFocus
          />
          <ProblemAlert error={ask.error} />
          <Button type="submit" look="main" isOff={ask.isPending}>
            {words.reset.ask}
          </Button>
        </form>
      )}
      <p>
        <Link to="/sign-in">{words.back}</Link>
      </p>
    </Outer>
  )
}
