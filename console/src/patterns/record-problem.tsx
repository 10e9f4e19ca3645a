/** A screen whose record could not be read: why, and who can help. */
import { isNoRight, isRefusal } from '../data/refusal.ts'
import { Link } from '../kit/link.tsx'
import { useWords } from '../words/use-words.ts'
import { ListProblem } from './list-rows.tsx'
import { NotHere } from './not-here.tsx'
import { Screen } from './screen.tsx'

export function RecordProblem({ error }: { error: Error }) {
  const { problem, screens } = useWords('frame')
  if (isRefusal(error, 'not_found')) return <NotHere />
  const title = isNoRight(error) ? problem.forbidden : isRefusal(error) ? problem.unread : problem.silent
  return (
    <Screen title={title}>
      <ListProblem error={error} />
      <p>
        <Link to="/">{screens.dashboard}</Link>
      </p>
    </Screen>
  )
}
