/** What the account asks of those who sign in. */
import { useMutation } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { patch } from '../../data/client.ts'
import type { SignInSettings } from '../../data/generated/persons.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Check } from '../../kit/choices.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useWords } from '../../words/use-words.ts'

const path = '/settings/sign-in'

export function SignInRules() {
  const { signIn: words, saved } = useWords('settings')
  const { screens, loading } = useWords('frame')
  const { account } = useSession()
  const { data, error } = useRecord<SignInSettings>(path)
  const change = useMutation({
    mutationFn: (owners_need_two_steps: boolean) => patch(path, { body: { owners_need_two_steps } }),
    onSuccess: () => {
      toast(saved)
      void refresh(currentBook(), [path])
    },
  })
  return (
    <Screen
      title={words.title}
      actions={
        <Link to="/settings" look="plain">
          {screens.settings}
        </Link>
      }
    >
      <ProblemAlert error={error ?? change.error} />
      {!data && !error && <Skeleton label={loading} />}
      {data && (
        <Check
          label={words.twoSteps}
          hint={account.role === 'owner' ? words.twoStepsHint : words.ownersOnly}
          isChecked={change.isPending ? change.variables : data.body.owners_need_two_steps}
          isOff={account.role !== 'owner'}
          onChange={change.mutate}
        />
      )}
    </Screen>
  )
}
