/** The ground of screens that take the whole window, such as a cash desk: the same session, no navigation. */
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { currentBook } from '../data/book.ts'
import { aheadOf, useSession } from '../data/session.ts'
import { setShortcuts } from '../data/shortcuts.ts'
import { Toasts } from '../kit/toast.tsx'
import { setTime } from '../words/use-format.ts'
import './bare.css'
import { Connection } from './connection.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { Interruptions } from './interruptions.tsx'
import { Loading } from './loading.tsx'
import { useWatched } from './watched.ts'

export function Bare() {
  const { account, preferences } = useSession()
  setTime(account.time_zone, aheadOf(currentBook()))
  setShortcuts(preferences.has_shortcuts ?? true)
  useHeadingFocus()
  useWatched(currentBook(), account.rights.includes('events:read'))
  return (
    <div className="bare">
      <Connection />
      <main id="main" className="bare-main" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
      <Interruptions />
    </div>
  )
}
