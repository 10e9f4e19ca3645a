/** Fair turns and fair admission: a burst waits for itself, not for its neighbours. */
import { expect, test } from 'vitest'
import { Problem } from '../../src/contract/problems.ts'
import { fairAdmission } from '../../src/http/admission.ts'
import { keyListeners, listenerPlaces } from '../../src/kernel/listeners.ts'
import { fairTurns } from '../../src/kernel/turns.ts'

/** Work that ends when it is told to. */
function workshop() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>(resolve => {
        begun.push(name)
        ends.push(() => resolve(name))
      }),
    async endOne() {
      ends.shift()!()
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}

test('who comes while another account has all its places at work begins at once, and before its queue', async () => {
  const turns = fairTurns({ places: 4, placesPerTenant: 3 })
  const { begun, work, endOne } = workshop()
  const all = [
    ...Array.from({ length: 20 }, (_, index) => turns.run({ tenantId: 'a', keyId: 'k' }, work(`a${index}`))),
    ...['b0', 'b1'].map(name => turns.run({ tenantId: 'b', keyId: 'k' }, work(name))),
  ]
  await new Promise(resolve => setImmediate(resolve))
  expect(begun).toEqual(['a0', 'a1', 'a2', 'b0'])
  await endOne()
  expect(begun.at(-1)).toBe('b1')
  for (let left = 21; left > 0; left--) await endOne()
  expect((await Promise.all(all)).length).toBe(22)
})

test('keys of one account take turns, too', async () => {
  const turns = fairTurns({ places: 1, placesPerTenant: 1 })
  const { begun, work, endOne } = workshop()
  const run = (keyId: string, name: string) => turns.run({ tenantId: 'a', keyId }, work(name))
  const all = [run('busy', '1'), run('busy', '2'), run('busy', '3'), run('calm', 'mine')]
  for (let left = 4; left > 0; left--) {
    await new Promise(resolve => setTimeout(resolve, 5))
    await endOne()
  }
  await Promise.all(all)
  expect(begun.indexOf('mine')).toBeLessThan(begun.indexOf('3'))
})

test('503 api_unavailable with Retry-After: only for the account that has too many waiting', async () => {
  const turns = fairTurns({ places: 2, placesPerTenant: 1, maxWaitingPerTenant: 2 })
  const { work, endOne } = workshop()
  const run = (tenantId: string) => turns.run({ tenantId, keyId: 'k' }, work(tenantId))
  const kept = [run('a'), run('a'), run('a')]
  const refused = await run('a').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({ code: 'api_unavailable', headers: { 'Retry-After': '1' } })
  kept.push(run('b'))
  for (let left = 4; left > 0; left--) await endOne()
  expect(await Promise.all(kept)).toEqual(['a', 'a', 'a', 'b'])
})

test('work that fails gives its place back', async () => {
  const turns = fairTurns({ places: 1 })
  const turn = { tenantId: 'a', keyId: 'k' }
  await expect(turns.run(turn, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(turn, async () => 'next')).toBe('next')
})

test('of hundreds that arrive at once, another sender is let in with the next few', async () => {
  const admission = fairAdmission()
  const order: string[] = []
  const enter = async (sender: string) => {
    await admission.enter(sender)
    order.push(sender)
  }
  const all = [...Array.from({ length: 300 }, () => enter('busy')), enter('calm')]
  await Promise.all(all)
  expect(order.length).toBe(301)
  expect(order.indexOf('calm')).toBeLessThan(40)
})

test('429 rate_limited: one key follows the log so often and no more; who leaves makes room', async () => {
  const listeners = keyListeners(listenerPlaces(2))
  const leave = await listeners.enter('k')
  await listeners.enter('k')
  await listeners.enter('other')
  await expect(listeners.enter('k')).rejects.toThrow(expect.objectContaining({ code: 'rate_limited' }))
  leave()
  leave()
  await listeners.enter('k')
  await expect(listeners.enter('k')).rejects.toThrow(expect.objectContaining({ code: 'rate_limited' }))
})
