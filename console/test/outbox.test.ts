/** Saves that wait for the line: in their order, each until it is answered, none twice. */
import type { Problem } from '@cellarbook/sdk'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createOutbox, type Save } from '../src/data/outbox.ts'
import { Refusal, Unreachable } from '../src/data/refusal.ts'
import { stepDecimal } from '../src/format/decimal.ts'

const save = (key: string): Save => ({ key, method: 'PATCH', path: '/x', body: {}, about: key })
const refusal = (status: number) =>
  new Refusal({ type: '', title: '', status, code: 'conflict', instance: '' } as Problem, new Headers())

/** With a promise of the moment when nothing waits any more. */
function open(send: (save: Save) => Promise<void>) {
  let finish = () => {}
  const empty = new Promise<void>(resolve => {
    finish = resolve
  })
  return { outbox: createOutbox(() => finish(), send), empty }
}

/** As a browser has them: the outbox hears when the line is back. */
const line = new EventTarget()
vi.stubGlobal('addEventListener', line.addEventListener.bind(line))
vi.stubGlobal('removeEventListener', line.removeEventListener.bind(line))
afterAll(() => void vi.unstubAllGlobals())

describe('the outbox', () => {
  test('sends one after the other, and the same one again after no answer, before those behind it', async () => {
    const tried: string[] = []
    const answers: (Error | undefined)[] = [undefined, new Unreachable(''), refusal(503), undefined, undefined]
    const { outbox, empty } = open(async ({ key }) => {
      tried.push(key)
      const error = answers.shift()
      if (error) {
        setTimeout(() => line.dispatchEvent(new Event('online')))
        throw error
      }
    })
    for (const key of ['a', 'b', 'c']) outbox.push(save(key))
    expect(outbox.state().waiting).toHaveLength(3)
    await empty
    expect(tried).toEqual(['a', 'b', 'b', 'b', 'c'])
    expect(outbox.state()).toEqual({ waiting: [], isDown: false, refused: [] })
  })

  test('keeps what was refused apart and goes on with the rest', async () => {
    const { outbox, empty } = open(async ({ key }) => {
      if (key === 'a') throw refusal(422)
    })
    for (const key of ['a', 'b']) outbox.push(save(key))
    await empty
    const { waiting, refused } = outbox.state()
    expect([waiting, refused.map(one => one.save.key)]).toEqual([[], ['a']])
    outbox.forget(refused[0]!)
    expect(outbox.state().refused).toEqual([])
  })
})

describe('one more, one less', () => {
  test.each([
    ['', 1, '1'],
    ['', -1, '0'],
    ['0', -1, '0'],
    ['9', 1, '10'],
    ['12.5', 1, '13.5'],
    ['0.5', -1, '0'],
    ['99999999999999999', 1, '100000000000000000'],
  ] as const)('%s and %i', (decimal, by, expected) => {
    expect(stepDecimal(decimal, by)).toBe(expected)
  })
})
