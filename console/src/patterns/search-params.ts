/** The address is the state of a screen: its parameters are read from there and written back there. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Params = Readonly<Record<string, string>>

export function useParams(): Params {
  return useSearch({ strict: false }) as Params
}

/** Changes some parameters; an empty one goes. `replace` leaves no step in the history, as while typing. */
export function useSetParams(): (change: Record<string, string>, how?: { replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: ((params: Params) => withoutEmpty({ ...params, ...change })) as never,
        replace,
      }),
    [navigate],
  )
}

const withoutEmpty = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
