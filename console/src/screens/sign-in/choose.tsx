/** Somebody who belongs to several accounts says which one. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../data/client.ts'
import { keepSession, type Session, sessionQuery } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { Outer } from './outer.tsx'

export function ChooseAccount() {
  const words = useWords('sign-in')
  const navigate = useNavigate()
  const session = useQuery(sessionQuery)
  const choose = useMutation({
    mutationFn: (id: string) =>
      call<Session>('POST', '/session/actions/choose_account', { body: { account_id: id }, isQuiet: true }),
    onSuccess: ({ body }) => {
      keepSession(body)
      void navigate({ to: '/' })
    },
  })
  const accounts = session.data?.accounts ?? []
  return (
    <Outer title={words.choose}>
      <ProblemAlert error={session.error ?? choose.error} />
      {session.data && accounts.length === 0 && <p>{words.noAccount}</p>}
      {accounts.map(({ id, name }) => (
        <Button key={id} onClick={() => choose.mutate(id)}>
          {name}
        </Button>
      ))}
    </Outer>
  )
}
