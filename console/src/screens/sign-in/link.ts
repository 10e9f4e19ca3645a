/** A link looked at without using it up. Its secret stays out of the cache of queries. */
import { useEffect, useState } from 'react'
import { post } from '../../data/client.ts'
import type { Link } from '../../data/generated/persons.ts'

export interface Looked {
  link?: Link
  error?: unknown
}

export function useLink(token: string | undefined): Looked {
  const [looked, setLooked] = useState<Looked>({})
  useEffect(() => {
    if (!token) return
    const over = new AbortController()
    post<Link>('/session/actions/read_token', { body: { token }, isQuiet: true, signal: over.signal }).then(
      ({ body }) => setLooked({ link: body }),
      error => over.signal.aborted || setLooked({ error }),
    )
    return () => over.abort()
  }, [token])
  return looked
}
