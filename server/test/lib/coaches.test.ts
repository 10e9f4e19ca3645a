/** Few are under way at once; who comes meanwhile travels together with the next one. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type CoachOptions, coaches } from '../../src/lib/coaches.ts'

/** More turns of the loop than anything here takes to leave or to come back. */
async function settled() {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

interface Trip {
  riders: readonly string[]
  end: () => void
  fail: (error: Error) => void
}

/** Whoever is called `no…` is refused. */
function station(options: Omit<CoachOptions<string, string>, 'carry'> = {}) {
  const trips: Trip[] = []
  const board = coaches<string, string>({
    ...options,
    carry: riders =>
      new Promise((resolve, reject) => {
        const fateOf = (rider: string): PromiseSettledResult<string> =>
          rider.startsWith('no')
            ? { status: 'rejected', reason: new Error(rider) }
            : { status: 'fulfilled', value: `${rider} is there` }
        trips.push({ riders, end: () => resolve(riders.map(fateOf)), fail: reject })
      }),
  })
  return { trips, board }
}

const namesOf = (trips: Trip[]) => trips.map(({ riders }) => riders.join(' '))

test('who comes in one turn of the loop leaves together; who comes later when a lane is free', async () => {
  const { trips, board } = station({ lanes: 2, seats: 3 })
  const first = ['a', 'b'].map(board)
  await settled()
  const second = board('c')
  await settled()
  const waiting = ['d', 'e', 'f', 'g'].map(board)
  await settled()
  expect(namesOf(trips)).toEqual(['a b', 'c'])
  trips[1]!.end()
  expect(await second).toBe('c is there')
  await settled()
  // As many as there are seats, in the order in which they came.
  expect(namesOf(trips)).toEqual(['a b', 'c', 'd e f'])
  trips[0]!.end()
  expect(await Promise.all(first)).toEqual(['a is there', 'b is there'])
  await settled()
  expect(namesOf(trips).at(-1)).toBe('g')
  for (const { end } of trips) end()
  expect(await Promise.all(waiting)).toHaveLength(4)
})

test('each has a fate of its own, unless the trip fails', async () => {
  const { trips, board } = station()
  const fates = Promise.allSettled(['a', 'no'].map(board))
  await settled()
  trips[0]!.end()
  expect((await fates).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const lost = Promise.allSettled(['b', 'c'].map(board))
  await settled()
  trips[1]!.fail(new Error('stuck'))
  expect((await lost).map(fate => (fate as PromiseRejectedResult).reason.message)).toEqual(['stuck', 'stuck'])
})

test('one that is overdue is not waited for, up to twice as many', async () => {
  const { trips, board } = station({ lanes: 1, overdueMs: 200 })
  const all = []
  for (const rider of ['a', 'b', 'c']) {
    all.push(board(rider))
    await settled()
  }
  expect(namesOf(trips)).toEqual(['a'])
  await sleep(300)
  expect(namesOf(trips)).toEqual(['a', 'b c'])
  all.push(board('d'))
  await sleep(300)
  expect(namesOf(trips)).toEqual(['a', 'b c'])
  trips[0]!.end()
  await settled()
  expect(namesOf(trips)).toEqual(['a', 'b c', 'd'])
  for (const { end } of trips) end()
  expect(await Promise.all(all)).toHaveLength(4)
  // Lanes are given back once.
  const more = ['e', 'f'].map(board)
  await settled()
  board('g')
  await settled()
  expect(namesOf(trips).slice(3)).toEqual(['e f'])
  trips[3]!.end()
  await Promise.all(more)
})

test('refused when they waited too long; the others leave', async () => {
  const longestWait = { ms: 40, refusal: () => new Error('too many wait') }
  const { trips, board } = station({ lanes: 1, mostLanes: 1, longestWait })
  const first = board('a')
  await settled()
  const late = board('b').catch((refusal: Error) => refusal.message)
  await sleep(60)
  const third = board('c')
  trips[0]!.end()
  expect(await late).toBe('too many wait')
  await settled()
  expect(namesOf(trips)).toEqual(['a', 'c'])
  trips[1]!.end()
  expect(await Promise.all([first, third])).toEqual(['a is there', 'c is there'])
})

test('what has to come before is waited for', async () => {
  let isReady = () => {}
  const earlier: (Promise<void> | undefined)[] = [new Promise<void>(resolve => (isReady = resolve))]
  const { trips, board } = station({ settle: () => earlier.shift() })
  const all = [board('a')]
  await settled()
  expect(trips).toEqual([])
  all.push(board('b'))
  isReady()
  await settled()
  expect(namesOf(trips)).toEqual(['a b'])
  trips[0]!.end()
  await Promise.all(all)
})
