/** Says that there is no such record or address. By itself, because the frame shows it, too, and must stay small. */
import { Link } from '../kit/link.tsx'
import { useWords } from '../words/use-words.ts'
import { Screen } from './screen.tsx'

export function NotHere() {
  const { problem, screens } = useWords('frame')
  return (
    <Screen title={problem.notHere}>
      <p>{problem.notHereText}</p>
      <p>
        <Link to="/">{screens.dashboard}</Link>
      </p>
    </Screen>
  )
}
