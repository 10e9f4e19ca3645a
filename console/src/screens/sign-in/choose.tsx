/** Somebody who belongs to several accounts says which one. */
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useOpening } from './entrance.ts'
import { Outer } from './outer.tsx'

export function ChooseAccount() {
  const words = useWords('sign-in')
  const session = useQuery(sessionQuery)
  const choose = useOpening('/session/actions/choose_account')
  const accounts = session.data?.accounts ?? []
  return (
    <Outer title={words.choose}>
      <ProblemAlert error={session.error ?? choose.error} />
      {session.data && <p className="quiet">{accounts.length === 0 ? words.noAccount : words.chooseText}</p>}
      {accounts.map(({ id, name }) => (
        <Button key={id} onClick={() => choose.mutate({ account_id: id })}>
          {name}
        </Button>
      ))}
    </Outer>
  )
}
