/** The queue of a book: one at a time, the next as soon as it is let in. */
import { expect, test } from 'vitest'
import { bookQueue } from '../../src/kernel/book-queue.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))

test('the next begins when the turn is passed on or over, and never more than one beside the last', async () => {
  const queue = bookQueue()
  const told: string[] = []
  const steps: Record<string, { passOn: () => void; end: () => void; fail: () => void }> = {}
  const enter = (name: string) =>
    queue
      .run('book', passOn => {
        told.push(`${name} begins`)
        return new Promise<void>((resolve, reject) => {
          steps[name] = { passOn, end: resolve, fail: () => reject(new Error('no')) }
        })
      })
      .then(
        () => told.push(`${name} ends`),
        () => told.push(`${name} fails`),
      )
  const all = ['a', 'b', 'c', 'd'].map(enter)
  await settled()
  expect(told.splice(0)).toEqual(['a begins'])
  steps.a!.passOn()
  await settled()
  expect(told.splice(0)).toEqual(['b begins'])
  // It has no second turn to give.
  steps.a!.passOn()
  steps.a!.end()
  await settled()
  expect(told.splice(0)).toEqual(['a ends'])
  steps.b!.fail()
  await settled()
  expect(told.splice(0).toSorted()).toEqual(['b fails', 'c begins'])
  steps.c!.end()
  await settled()
  expect(told.splice(0).toSorted()).toEqual(['c ends', 'd begins'])
  steps.d!.end()
  await Promise.all(all)
  expect(told).toEqual(['d ends'])
})

test('other books do not wait', async () => {
  const queue = bookQueue()
  const held = queue.run('one', () => new Promise<string>(resolve => setTimeout(resolve, 20, 'one')))
  expect(await queue.run('other', async () => 'other')).toBe('other')
  expect(await held).toBe('one')
})

test('those that wait ride together, each with an end of its own', async () => {
  const queue = bookQueue()
  const rides: number[] = []
  const carry = async (riders: readonly number[]) => {
    rides.push(riders.length)
    return {
      fates: await Promise.allSettled(riders.map(async rider => (rider === 13 ? Promise.reject(rider) : rider))),
    }
  }
  const crowd = Array.from({ length: 40 }, (_, rider) => rider)
  const alone = queue.run('book', async () => 'alone')
  const told = Promise.allSettled(crowd.map(rider => queue.ride('book', { rider, carry })))
  expect(queue.lengths()).toEqual([['book', 41]])
  expect(await alone).toBe('alone')
  expect((await told).map(fate => (fate.status === 'fulfilled' ? fate.value : -fate.reason))).toEqual(
    crowd.map(rider => (rider === 13 ? -13 : rider)),
  )
  expect(rides).toEqual([16, 16, 8])
  expect(queue.lengths()).toEqual([])
})

test('two of the same record never ride together', async () => {
  const queue = bookQueue()
  const rides: string[] = []
  const carry = async (riders: readonly string[]) => {
    rides.push(riders.join(' '))
    return { fates: await Promise.allSettled(riders.map(async rider => rider)) }
  }
  const alone = queue.run('book', async () => 'alone')
  const told = ['a', 'b', 'a', 'c', 'b', 'c', 'c'].map(rider => queue.ride('book', { rider, recordId: rider, carry }))
  expect(await Promise.all([alone, ...told])).toEqual(['alone', 'a', 'b', 'a', 'c', 'b', 'c', 'c'])
  expect(rides).toEqual(['a b', 'a c b', 'c', 'c'])
})

test('fewer ride together after they went apart, and more again when all is well', async () => {
  const queue = bookQueue()
  const rides: number[] = []
  let isApart = true
  const carry = async (riders: readonly number[]) => {
    rides.push(riders.length)
    const fates = await Promise.allSettled(riders.map(async rider => rider))
    return isApart ? { fates, wentApart: true as const } : { fates }
  }
  // Somebody who is still at work keeps the line, and what it has learnt.
  let end = () => {}
  const held = queue.run('book', passOn => {
    passOn()
    return new Promise<void>(resolve => {
      end = resolve
    })
  })
  const crowd = async () => {
    await Promise.all(Array.from({ length: 20 }, (_, rider) => queue.ride('book', { rider, carry })))
    return rides.splice(0)
  }
  expect(await crowd()).toEqual([16, 4])
  expect(await crowd()).toEqual([4, 4, 4, 4, 4])
  expect(await crowd()).toEqual(Array(20).fill(1))
  isApart = false
  expect(await crowd()).toEqual(Array(20).fill(1))
  expect(await crowd()).toEqual([16, 4])
  end()
  await held
})
