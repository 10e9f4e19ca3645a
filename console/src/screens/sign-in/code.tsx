/** The second step: a code, after a password or a link. */
import { useState } from 'react'
import { isRefusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Bar } from '../../kit/facts.tsx'
import { TextField } from '../../kit/field.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useOpening } from './entrance.ts'
import { Outer } from './outer.tsx'

export function CodeStep() {
  const words = useWords('sign-in')
  const [code, setCode] = useState('')
  const step = useOpening('/session/actions/second_step')
  const isWrong = isRefusal(step.error, 'unauthenticated') || isRefusal(step.error, 'forbidden')
  return (
    <Outer title={words.codeTitle}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          step.mutate({ code: code.trim() })
        }}
      >
        <TextField
          label={words.code}
          hint={words.codeHint}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
        {isWrong && (
          <Bar tone="bad" role="alert">
            {words.wrongCode}
          </Bar>
        )}
        {!isWrong && <ProblemAlert error={step.error} />}
        <Button type="submit" look="main" isOff={step.isPending}>
          {words.next}
        </Button>
      </form>
      {/* A whole load, so that nothing of the half-open session is left. */}
      <p>
        <a href="/console/sign-in">{words.back}</a>
      </p>
    </Outer>
  )
}
