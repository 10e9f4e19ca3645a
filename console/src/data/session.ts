/** Who is signed in, and what they may do. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Book } from './book.ts'
import { call, get } from './client.ts'
import type { Session as SignedIn } from './generated/persons.ts'
import { queryClient } from './queries.ts'

export type Session = SignedIn
/** The session of somebody who is in an account. */
export type Member = Session & { account: NonNullable<Session['account']> }

const clocks = new Map<Book, number>()

/** How far the clock of a book was ahead of the browser's when the session was read last. */
export const aheadOf = (book: Book): number => clocks.get(book) ?? 0

/** A node of an older version tells no time. */
function heard(session: Session): Session {
  for (const { mode, time } of session.account?.books ?? []) clocks.set(mode, Date.parse(time) - Date.now() || 0)
  return session
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => heard((await get<Session>('/session', { isQuiet: true })).body),
  staleTime: 60_000,
  retry: false,
})

/** Only below the frame, which lets nobody in without an account. */
export const useSession = (): Member => useSuspenseQuery(sessionQuery).data as Member

export const useRights = (): ReadonlySet<string> => new Set<string>(useSession().account.rights)

export const keepSession = (session: Session): void => {
  queryClient.setQueryData(sessionQuery.queryKey, heard(session))
}

export async function signOut(): Promise<void> {
  await call('DELETE', '/session', { isQuiet: true })
  queryClient.clear()
  location.assign('/console/sign-in')
}
