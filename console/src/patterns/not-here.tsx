/** Says that there is no such record or address. By itself, because the frame shows it, too, and must stay small. */
import { useWords } from '../words/use-words.ts'
import { Screen } from './screen.tsx'

export function NotHere() {
  const { problem } = useWords('frame')
  return (
    <Screen title={problem.notHere}>
      <p>{problem.notHereText}</p>
    </Screen>
  )
}
