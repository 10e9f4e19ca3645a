/** What needs somebody today, and how things go. */
import { currentBook } from '../../data/book.ts'
import { useSession } from '../../data/session.ts'
import { Screen } from '../../patterns/screen.tsx'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './dashboard.css'
import { FirstSteps } from './first-steps.tsx'
import { Plots } from './plots.tsx'
import { ToDos } from './to-do.tsx'

export function Dashboard() {
  const { screens } = useWords('frame')
  const { longDay } = useFormat()
  const { account } = useSession()
  const isNew = account.books.some(({ mode, is_empty }) => mode === currentBook() && is_empty)
  return (
    <Screen title={screens.dashboard} actions={<p className="quiet">{longDay(currentDay())}</p>}>
      {isNew ? (
        <FirstSteps />
      ) : (
        <>
          <ToDos />
          <Plots />
        </>
      )}
    </Screen>
  )
}
