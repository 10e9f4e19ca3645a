/** Whose rights an endpoint is served with, asked again when an attempt begins. */

import type { EventType } from '../../../contract/events.ts'
import { documentOfStep } from '../../../contract/steps.ts'
import type { Database } from '../../../db/pool.ts'
import { type Withheld, withheldFrom } from '../../../kernel/rights.ts'
import { redactedBytes } from '../../events/index.ts'
import { addressed, type ClaimedDelivery, type Destination, findDestination } from './store.ts'

export const withheldBy = (
  destination: Destination,
  nowMs: number,
): ((type: EventType, about: string | undefined) => Withheld | undefined) =>
  withheldFrom(
    {
      pass: {
        scopes: destination.scopes,
        expiresAt: destination.key_expires_at,
        revokedAt: destination.key_revoked_at,
      },
      owner: { rights: destination.rights, isActive: destination.owner_is_active },
      tenant: { modules: destination.modules, isLocked: destination.is_locked },
    },
    nowMs,
  )

/** As long as a caller of the API is remembered. */
const keptForMs = 1_000

export interface Desk {
  /** The delivery to the destination as it is now; undefined when there is none any more. */
  renewed(delivery: ClaimedDelivery, readAtMs: number): Promise<ClaimedDelivery | undefined>
}

/** A delivery may wait for a slot behind slow ones: what was read with it is then read once more, for all that wait. */
export function rightsDesk(database: Database): Desk {
  const asked = new Map<string, { atMs: number; destination: Promise<Destination | undefined> }>()
  return {
    async renewed(delivery, readAtMs) {
      const nowMs = performance.now()
      if (nowMs - readAtMs < keptForMs) return delivery
      let known = asked.get(delivery.endpoint_id)
      if (!known || nowMs - known.atMs >= keptForMs) {
        known = { atMs: nowMs, destination: findDestination(database, delivery) }
        if (asked.size > 1_000) asked.clear()
        asked.set(delivery.endpoint_id, known)
      }
      const destination = await known.destination
      return destination && addressed(delivery, destination)
    },
  }
}

/** What a step is about is told by the body; one that was frozen without it has nothing to hide. */
export const withheldFromDelivery = (delivery: ClaimedDelivery, nowMs: number): Withheld | undefined =>
  withheldBy(delivery, nowMs)(delivery.type, delivery.body ? documentOfStep(delivery.type, delivery.body) : undefined)

/** What this attempt may carry. What was frozen without the record stays so; with it, it is taken out when it must. */
export const shownBody = ({ body, is_redacted }: ClaimedDelivery, withheld: Withheld | undefined): Buffer | null =>
  withheld && body && !is_redacted ? redactedBytes(body) : body
