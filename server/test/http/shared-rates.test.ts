/** Limits over several nodes: each counts by itself, and all know the sum a moment later. */
import { expect, test } from 'vitest'
import { type SharedRates, sharedRates } from '../../src/http/shared-rates.ts'
import { agrees, decide, fingerprintOf } from '../../src/kernel/agreement.ts'
import { newId } from '../../src/lib/ids.ts'
import { useService } from '../support/service.ts'

const service = useService()

async function withNodes(work: (nodes: SharedRates[]) => Promise<void>): Promise<void> {
  const nodes = [sharedRates(service.database), sharedRates(service.database), sharedRates(service.database)]
  await work(nodes)
  for (const node of nodes) node.stop()
}

test('calls of a key are added up over the nodes, and no call waits for it', () =>
  withNodes(async nodes => {
    const key = newId()
    for (const node of nodes) {
      for (let call = 1; call <= 10; call++) expect(node.countKey(key, 25)).toMatchObject({ remaining: 25 - call })
    }
    // Each has let in its ten by itself; then they know of thirty.
    for (const node of nodes) {
      await expect.poll(async () => (await node.countKey(key, 25)).isExceeded, { timeout: 10_000 }).toBe(true)
    }
  }))

test('tries to sign in are counted exactly, whichever node is tried', () =>
  withNodes(async nodes => {
    const address = '203.0.113.77'
    const tries: boolean[] = []
    for (let at = 0; at < 15; at++) tries.push((await nodes[at % 3]!.countAddress('signIns', address)).isExceeded)
    expect(tries).toEqual(Array.from({ length: 15 }, (_, at) => at >= 10))
  }))

test('a signing key that differs from that of the others is found out', async () => {
  const name = `key ${newId()}`
  const [one, other] = [fingerprintOf('a key'), fingerprintOf('another key')]
  expect(one).toMatch(/^[0-9a-f]{16}$/)
  expect([await agrees(service.database, name, one), await agrees(service.database, name, other)]).toEqual([
    true,
    false,
  ])
  await decide(service.database, name, other)
  expect(await agrees(service.database, name, other)).toBe(true)
})
