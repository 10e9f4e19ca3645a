/** For tests of what many do at once: whoever is told to come again comes again, which on a starved machine may be many. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './client.ts'

export async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503) return reply
    await sleep(1_000 * Number(reply.headers['retry-after'] ?? 1))
  }
}
