/** The secret of the link in the address. */
import { useEffect, useState } from 'react'
import { tokenOf } from './next.ts'

/** Of a link that is opened where this screen is shown already, the fragment alone is new. */
export function useToken() {
  const [token, setToken] = useState(() => tokenOf(location))
  useEffect(() => {
    const look = () => setToken(known => tokenOf(location) ?? known)
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return [token, setToken] as const
}
