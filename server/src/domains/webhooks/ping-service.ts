/** What the API asks of the sending: whether an address may be registered, and a ping that tells how it went. */
import type { SecretSealer, Webhooks } from '../../kernel/ports/webhooks.ts'
import type { Clock } from '../../lib/instants.ts'
import { addressFault, resolvedFault } from './address.ts'
import type { Guard } from './guard.ts'
import { answeringSealer } from './sealing.ts'
import { type SenderOptions, webhookSender } from './sender.ts'
import { signHeaders } from './signing.ts'

export interface PingServiceDeps {
  guard: Guard
  sealer: SecretSealer | undefined
  clock: Clock
  sending: Omit<SenderOptions, 'guard'>
}

export const pingService = ({ guard, sealer, clock, sending }: PingServiceDeps): Webhooks => ({
  sealer: sealer && answeringSealer(sealer),
  addressFault: async url => addressFault(url, guard) ?? (await resolvedFault(url, guard, sending.lookup)),
  async ping({ url, secrets }, event) {
    // A sender of its own: a new connection shows every step.
    const sender = webhookSender({ guard, ...sending })
    const body = Buffer.from(JSON.stringify(event))
    const { id } = event as { id: string }
    try {
      return await sender.send({ url, body, headers: signHeaders({ id, body, secrets, nowMs: clock(), attempt: 1 }) })
    } finally {
      await sender.close()
    }
  },
})
