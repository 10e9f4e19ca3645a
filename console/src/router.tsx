/** Screens and their addresses. Parameters are plain text, named as the API names them. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Crash } from './app/crash.tsx'
import { Frame } from './app/frame.tsx'
import { Loading } from './app/loading.tsx'
import { Lost } from './app/lost.tsx'
import { isBook, lastBook, rememberBook } from './data/book.ts'
import { refuseForm } from './data/forms.ts'
import { queryClient } from './data/queries.ts'
import { fetched } from './data/reach.ts'
import { isRefusal } from './data/refusal.ts'
import { sessionQuery } from './data/session.ts'
import { accountScreens, bareScreens, bookScreens, outerScreens } from './routes.ts'
import type { ScreenRoute } from './screen-route.ts'
import { currentLanguage } from './words/language.ts'
import { preloadWords } from './words/use-words.ts'

const root = createRootRoute({ component: Outlet })

/** Nobody is inside the frame without a session and an account. */
async function requireMember({ location }: { location: { href: string } }): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery).catch(error => {
    if (isRefusal(error) && error.problem.status === 401) return undefined
    throw error
  })
  if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } as never })
  if (session.next === 'second_step')
    throw redirect({ to: '/sign-in', search: { step: 'code', next: location.href } as never })
  if (!session.account) throw redirect({ to: '/choose', search: { next: location.href } as never })
  const isProfile = /^(\/console)?\/profile/.test(location.href)
  if (session.next === 'set_up_second_step' && !isProfile) throw redirect({ to: '/profile' })
}

/** Refusals come after the first screen, so their words do as well. */
async function preloadFrame(): Promise<void> {
  await preloadWords(currentLanguage(), ['frame', 'records'])
  setTimeout(() => void preloadWords(currentLanguage(), ['problems']).catch(() => {}), 1_000)
}

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  beforeLoad: requireMember,
  loader: preloadFrame,
})

const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  component: lazyRouteComponent(() => fetched(() => import('./app/bare.tsx')), 'Bare'),
  beforeLoad: requireMember,
  loader: () => fetched(() => preloadWords(currentLanguage(), ['frame', 'records', 'problems'])),
})

function enterBook({ params }: { params: { book?: string } }): void {
  if (!isBook(params.book)) throw redirect({ to: `/${lastBook()}` })
  rememberBook(params.book)
}

const book = createRoute({
  getParentRoute: () => frame,
  path: '$book',
  component: Outlet,
  beforeLoad: enterBook,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: `/${lastBook()}` })
  },
})

type Parent = typeof root | typeof frame | typeof bare | typeof book

const routeOf = (parent: Parent, { path, load, name, words }: ScreenRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(() => fetched(load), name),
    beforeLoad: () => refuseForm(path),
    loader: () => fetched(() => preloadWords(currentLanguage(), words)),
  })

/** Its address begins with the book, as those in the frame do. */
const bareRouteOf = ({ path, load, name, words }: ScreenRoute) =>
  createRoute({
    getParentRoute: () => bare,
    path: `$book${path}`,
    component: lazyRouteComponent(() => fetched(load), name),
    beforeLoad: enterBook,
    loader: () => fetched(() => preloadWords(currentLanguage(), words)),
  })

const tree = root.addChildren([
  home,
  ...outerScreens.map(screen => routeOf(root, screen)),
  bare.addChildren(bareScreens.map(bareRouteOf)),
  frame.addChildren([
    ...accountScreens.map(screen => routeOf(frame, screen)),
    book.addChildren(bookScreens.map(screen => routeOf(book, screen))),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: Lost,
  defaultPendingComponent: Loading,
  scrollRestoration: true,
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text && `?${text}`
  },
})
