/** Long work in steps: others have their turn in between, and one sender's work does not put off another's. */
import { describe, expect, test } from 'vitest'
import { atOnce, fairPace, type Steps } from '../../src/lib/steps.ts'

/** Each step is longer than one turn. */
function busy(): void {
  const until = performance.now() + 5
  while (performance.now() < until);
}

function* work(name: string, steps: number, seen: string[]): Steps<string> {
  for (let step = 0; step < steps; step++) {
    busy()
    seen.push(name)
    yield
  }
  return name
}

test('atOnce gives the result of all steps', () => {
  const seen: string[] = []
  expect(atOnce(work('a', 3, seen))).toBe('a')
  expect(seen).toEqual(['a', 'a', 'a'])
})

describe('fairPace', () => {
  test('whoever waits for the loop is served between two steps', async () => {
    const seen: string[] = []
    let isOver = false
    const done = fairPace()
      .run('a', work('a', 10, seen))
      .finally(() => {
        isOver = true
      })
    let turns = 0
    while (!isOver) {
      await new Promise(resolve => setImmediate(resolve))
      turns += 1
    }
    expect(await done).toBe('a')
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('one step at a time, in turn by sender: many pieces of one do not put off the only piece of another', async () => {
    const seen: string[] = []
    const pace = fairPace()
    const crowd = Array.from({ length: 5 }, () => pace.run('a', work('a', 4, seen)))
    await pace.run('b', work('b', 4, seen))
    expect(seen.filter(name => name === 'a').length).toBeLessThanOrEqual(6)
    expect(await Promise.all(crowd)).toEqual(['a', 'a', 'a', 'a', 'a'])
  })

  test('what throws is told to whoever waits for it, and the next goes on', async () => {
    const pace = fairPace()
    const failing = pace.run(
      'a',
      (function* (): Steps<void> {
        yield
        throw new Error('no')
      })(),
    )
    const next = pace.run('a', work('a', 2, []))
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('a')
  })
})
