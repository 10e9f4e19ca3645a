/** What the API needs of the outside: whether an address may be registered, and a ping that tells how it went. */
import { problem } from '../../contract/problems.ts'
import type { SecretSealer, Webhooks } from '../../kernel/webhooks.ts'
import type { Clock } from '../../lib/instants.ts'
import { addressFault, resolvedFault } from './address.ts'
import type { Guard } from './guard.ts'
import { SealFault } from './sealing.ts'
import { type SenderOptions, webhookSender } from './sender.ts'
import { signedHeaders } from './signing.ts'

export interface OutwardParts {
  guard: Guard
  sealer: SecretSealer | undefined
  clock: Clock
  sending: Omit<SenderOptions, 'guard'>
}

export const outwardWebhooks = ({ guard, sealer, clock, sending }: OutwardParts): Webhooks => ({
  sealer: sealer && answering(sealer),
  addressFault: async url => addressFault(url, guard) ?? (await resolvedFault(url, guard, sending.lookup)),
  async ping({ url, secrets }, event) {
    // A sender of its own: a new connection shows every step.
    const sender = webhookSender({ guard, ...sending })
    const body = Buffer.from(JSON.stringify(event))
    const { id } = event as { id: string }
    try {
      return await sender.send({ url, body, headers: signedHeaders({ id, body, secrets, nowMs: clock(), attempt: 1 }) })
    } finally {
      await sender.close()
    }
  },
})

/** A secret sealed under another key can be used as little as without any: the operator has to bring the key back. */
const answering = ({ seal, open }: SecretSealer): SecretSealer => ({
  seal,
  open(sealed, at) {
    try {
      return open(sealed, at)
    } catch (error) {
      if (!(error instanceof SealFault)) throw error
      throw problem('webhooks_not_configured', { detail: 'The secret was sealed under another signing key.' })
    }
  },
})
