/** The day a lot is to be used by, and how near it is. */
import { Badge } from '../../kit/state.tsx'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

/** Near enough to say so. */
const soonDays = 30

const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(`${day}T12:00:00Z`) - Date.parse(`${today}T12:00:00Z`)) / 86_400_000)

export function Expiry({ day }: { day: string | null }) {
  const { lots: words } = useWords('stock')
  const format = useFormat()
  if (!day) return null
  const days = daysUntil(day, currentDay())
  return (
    <span className="expiry">
      {format.day(day)}
      {days < 0 && <Badge tone="bad">{words.expired}</Badge>}
      {days >= 0 && days <= soonDays && <Badge tone="warn">{words.inDays(days)}</Badge>}
    </span>
  )
}
