/** What needs somebody today. */
import { todayIn } from '../../format/days.ts'
import { Screen } from '../../patterns/screen.tsx'
import { currentTimeZone, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Dashboard() {
  const { screens } = useWords('frame')
  const { longDay } = useFormat()
  return (
    <Screen title={screens.dashboard} actions={<p className="quiet">{longDay(todayIn(currentTimeZone()))}</p>}>
      {null}
    </Screen>
  )
}
