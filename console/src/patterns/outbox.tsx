/** Saves of a screen that go on without a line: how many wait, which were refused, and the question before leaving. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentBook } from '../data/book.ts'
import { createOutbox, type Outbox, type OutboxState, type Refused } from '../data/outbox.ts'
import { refresh } from '../data/queries.ts'
import { Button } from '../kit/button.tsx'
import { Bar } from '../kit/facts.tsx'
import { useWords } from '../words/use-words.ts'
import { LeaveGuard } from './form.tsx'
import { ProblemAlert } from './problem.tsx'

/** `paths` are read again when everything is saved. */
export function useOutbox(paths: readonly string[]): Outbox & { now: OutboxState } {
  const [outbox] = useState(() => createOutbox(() => void refresh(currentBook(), paths)))
  const now = useSyncExternalStore(outbox.subscribe, outbox.state)
  // Without a line it could not be loaded any more.
  useEffect(() => void import('./leave-dialog.tsx'), [])
  return { ...outbox, now }
}

interface OutboxBarProps {
  outbox: Outbox & { now: OutboxState }
  /** Leads back to what was refused. */
  onShow: (refused: Refused) => void
}

export function OutboxBar({ outbox, onShow }: OutboxBarProps) {
  const words = useWords('tally')
  const { waiting, isDown, refused } = outbox.now
  const show = (one: Refused) => {
    outbox.forget(one)
    onShow(one)
  }
  return (
    <>
      <div role="status">{isDown && waiting.length > 0 && <Bar>{words.waiting(waiting.length)}</Bar>}</div>
      {refused.map(one => (
        <div key={one.save.key} className="stack-close">
          <ProblemAlert error={one.error} />
          <Button onClick={() => show(one)}>{words.again(one.save.about)}</Button>
        </div>
      ))}
      {/* One that is under way arrives, wherever the person goes. */}
      <LeaveGuard isDirty={isDown && waiting.length > 0} />
    </>
  )
}
