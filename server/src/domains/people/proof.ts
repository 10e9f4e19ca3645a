/** "Confirm it is you": what could give somebody at an unlocked desk lasting power asks for a proof of a moment ago. */
import { problem } from '../../contract/problems.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Caller } from '../../kernel/caller.ts'
import { findProof } from './sessions-store.ts'

export const confirmedForMs = 10 * 60 * 1_000

export async function isProved(db: Queryable, { pass }: Caller, nowMs: number): Promise<boolean> {
  const provedAt = await findProof(db, pass.id)
  return provedAt !== undefined && Date.parse(provedAt) + confirmedForMs > nowMs
}

/** The header tells the console to ask for the password and to send the same call again. */
export async function requireProof(db: Queryable, caller: Caller, nowMs: number): Promise<void> {
  if (await isProved(db, caller, nowMs)) return
  throw problem('forbidden', {
    detail: 'Confirm that it is you, then try again.',
    headers: { 'X-Service-Confirm': 'required' },
  })
}
