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
