/** The clock of one sandbox: to move it leaves the other books of the service in their time. */
import { expect } from 'vitest'
import type { Client } from './client.ts'

export async function advanceSandbox(api: Client, milliseconds: number): Promise<void> {
  const reply = await api.post('/sandbox/actions/advance_clock', { seconds: Math.ceil(milliseconds / 1_000) })
  expect(reply.status, reply.text).toBe(200)
}
