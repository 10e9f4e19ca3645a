/** The session that is open at a desk when something is recorded there. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { Desk } from '../desks/store.ts'

/**
 * Its id, or null where the desk works without one. The desk was read under the book's lock, so the session cannot be
 * closed meanwhile. What a till sold by itself has happened, session or not.
 */
export function sessionFor(
  { name, open_session_id, requires_session }: Desk,
  { isOffline = false }: { isOffline?: boolean } = {},
): string | null {
  if (open_session_id === null && requires_session && !isOffline) {
    throw problem('conflict', because('no_open_session', { name }))
  }
  return open_session_id
}
