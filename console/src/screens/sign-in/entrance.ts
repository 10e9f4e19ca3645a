/** What follows a sign-in: a second step, the choice of an account, or the screen that was wanted. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../data/client.ts'
import { applyPreferences } from '../../data/preferences.ts'
import { queryClient } from '../../data/queries.ts'
import { keepSession, type Session } from '../../data/session.ts'
import { useParams } from '../../patterns/search-params.ts'
import { safeNext } from './next.ts'

export function useEntrance(): (session: Session) => void {
  const navigate = useNavigate()
  const { next } = useParams()
  return session => {
    queryClient.clear()
    keepSession(session)
    applyPreferences(session.preferences)
    const to = safeNext(next)
    if (session.next === 'second_step') {
      void navigate({ to: '/sign-in', search: { step: 'code', next: to } as never })
    } else if (!session.account) {
      void navigate({ to: '/choose', search: { next: to } as never })
    } else {
      void navigate({ href: `/console${session.next === 'set_up_second_step' ? '/profile' : to}` } as never)
    }
  }
}

/** One of the calls that open a session. */
export function useOpening(path = '/session') {
  const enter = useEntrance()
  return useMutation({
    mutationFn: (body: object) => call<Session>('POST', path, { body, isQuiet: true }),
    onSuccess: ({ body }) => enter(body),
    gcTime: 0,
  })
}
