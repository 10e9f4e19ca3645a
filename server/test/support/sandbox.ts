/** The time of one sandbox: it moves without a service of one's own, whose start costs more than most files. */
import { expect } from 'vitest'
import type { Client } from './client.ts'

export async function advanceSandbox(api: Client, milliseconds: number): Promise<void> {
  const reply = await api.post('/sandbox/actions/advance_clock', { seconds: Math.ceil(milliseconds / 1_000) })
  expect(reply.status, reply.text).toBe(200)
}
