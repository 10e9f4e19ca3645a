/** The frame around every screen: who, which book, where to. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { currentBook } from '../data/book.ts'
import { aheadOf, useSession } from '../data/session.ts'
import { setShortcuts } from '../data/shortcuts.ts'
import { later } from '../kit/later.tsx'
import { Link } from '../kit/link.tsx'
import { Toasts } from '../kit/toast.tsx'
import { setTime } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import './frame.css'
import { Connection } from './connection.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { Interruptions } from './interruptions.tsx'
import { Keyboard } from './keyboard.tsx'
import { Loading } from './loading.tsx'
import { MenuButton, Navigation } from './navigation-list.tsx'
import { SearchButton } from './search-button.tsx'
import { useWatched } from './watched.ts'

const Menus = later(async () => (await import('./menus.tsx')).Menus)

export function Frame() {
  const words = useWords('frame')
  const session = useSession()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const book = currentBook()
  setTime(session.account.time_zone, aheadOf(book))
  setShortcuts(session.preferences.has_shortcuts ?? true)
  useHeadingFocus()
  useWatched(book, session.account.rights.includes('events:read'))
  return (
    <div className="frame">
      <a href="#main" className="frame-skip">
        {words.skip}
      </a>
      <header className="frame-head">
        <Head accountName={session.account.name} />
        {path.startsWith('/test') && (
          <p className="frame-sandbox" role="status">
            {words.sandbox}
          </p>
        )}
        {!session.person.has_password && !session.person.has_passkeys && (
          <p className="frame-note">
            {words.passwordBar.text} <Link to="/profile">{words.passwordBar.link}</Link>
          </p>
        )}
        <Connection />
      </header>
      <div className="frame-side">
        <Navigation />
      </div>
      <main id="main" className="frame-main" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
      <Interruptions />
      <Keyboard />
    </div>
  )
}

function Head({ accountName }: { accountName: string }) {
  return (
    <div className="frame-bar">
      <MenuButton />
      <Link to="/" className="frame-brand">
        Cellar<b>book</b>
      </Link>
      <span className="frame-account">{accountName}</span>
      <SearchButton />
      <Menus />
    </div>
  )
}
