/** The main navigation, beside the screen or in a dialog. */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../data/session.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { later } from '../kit/later.tsx'
import { Link, screenAddress } from '../kit/link.tsx'
import { useWords } from '../words/use-words.ts'
import { type Destination, type NavigationGroup, navigation } from './navigation.ts'

const Dialog = later(async () => (await import('../kit/dialog.tsx')).Dialog)

export function useDestinations(): readonly NavigationGroup[] {
  const { account } = useSession()
  const rights = new Set<string>(account.rights)
  const isManager = account.role === 'owner' || account.role === 'admin'
  const isOpen = ({ scopes, isForManagers, module }: Destination) =>
    (scopes.length === 0 || scopes.some(scope => rights.has(scope))) &&
    (isManager || !isForManagers) &&
    (module === undefined || account.modules.includes(module))
  return navigation
    .map(group => ({ ...group, destinations: group.destinations.filter(isOpen) }))
    .filter(group => group.destinations.length > 0)
}

export function Navigation() {
  const words = useWords('frame')
  const groups = useDestinations()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const all = groups.flatMap(group => group.destinations)
  const current = currentOf(all, path)
  return (
    <nav aria-label={words.main} className="navigation">
      {groups.map(({ name, destinations }) => (
        <div key={name ?? 'first'}>
          {name && <h2>{words.groups[name]}</h2>}
          <ul>
            {destinations.map(({ screen, to }) => (
              <li key={screen}>
                <Link to={to} isCurrent={to === current}>
                  {words.screens[screen]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The longest address the path begins with. */
function currentOf(all: readonly Destination[], path: string): string | undefined {
  const fits = all.filter(({ to }) => {
    const address = screenAddress(to)
    return path === address || path === `${address}/` || (to !== '/' && path.startsWith(`${address}/`))
  })
  return fits.sort((one, other) => other.to.length - one.to.length)[0]?.to
}

/** On narrow screens the navigation is a dialog. */
export function MenuButton() {
  const { menu } = useWords('frame')
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setOpen(false), [path])
  return (
    <div className="frame-menu">
      <Button onClick={() => setOpen(true)}>
        <Icon name="menu" /> {menu}
      </Button>
      {isOpen && (
        <Dialog title={menu} shape="side" onClose={() => setOpen(false)}>
          <Navigation />
        </Dialog>
      )}
    </div>
  )
}
