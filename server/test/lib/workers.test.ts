/** What workers and their leader tell each other, without processes. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bookSignals } from '../../src/kernel/signals.ts'
import { openCounters, type Question } from '../../src/process/workers/counters.ts'
import { countElsewhere } from '../../src/process/workers/counting.ts'
import { relaySignals } from '../../src/process/workers/relay.ts'

/** Two workers at one leader, which answers when it is told to. */
function twoWorkers() {
  const leader = openCounters()
  const openWorker = () => {
    const desk = leader.openDesk()
    const batches: Question[][] = []
    const counting = countElsewhere(questions => batches.push(questions))
    const answer = () => counting.answered(desk.answer(batches.at(-1)!) as unknown[])
    return { ...counting.counters, batches, answer, close: desk.close }
  }
  return [openWorker(), openWorker()] as const
}

test('questions of one turn go together, and those that come meanwhile with the next batch', async () => {
  const [worker] = twoWorkers()
  const first = [worker.rates.countKey('k', 10), worker.rates.countKey('k', 10)]
  await turnOfTheLoop()
  const later = [worker.rates.countKey('k', 10), worker.rates.peekAddress('guesses', '192.0.2.1')]
  await turnOfTheLoop()
  expect(worker.batches.map(({ length }) => length)).toEqual([2])
  worker.answer()
  expect(await Promise.all(first)).toMatchObject([{ remaining: 9 }, { remaining: 8 }])
  expect(worker.batches.map(({ length }) => length)).toEqual([2, 2])
  worker.answer()
  expect(await Promise.all(later)).toMatchObject([{ remaining: 7 }, { limit: 600, remaining: 600 }])
})

test('a limit holds over all workers, and what a lost one held is free', async () => {
  const [one, other] = twoWorkers()
  const takeAll = async (worker: typeof one, count: number) => {
    const taken = Array.from({ length: count }, () => worker.listeners.take('k'))
    await turnOfTheLoop()
    worker.answer()
    return (await Promise.all(taken)).filter(isTaken => isTaken).length
  }
  expect(await takeAll(one, 30)).toBe(30)
  expect(await takeAll(other, 30)).toBe(20)
  one.close()
  expect(await takeAll(other, 60)).toBe(30)
  other.listeners.giveBack('k')
  await turnOfTheLoop()
  other.answer()
  expect(await takeAll(other, 2)).toBe(1)
})

test('connections of proxies count over all alone', async () => {
  const [worker] = twoWorkers()
  const take = async (network: string | null, count: number) => {
    const taken = Array.from({ length: count }, () => worker.connections.take(network))
    await turnOfTheLoop()
    worker.answer()
    return (await Promise.all(taken)).filter(isTaken => isTaken).length
  }
  expect(await take('192.0.2.1', 600)).toBe(500)
  expect(await take(null, 2_000)).toBe(1_500)
})

test('a poke is told to others once, and one that is heard is not told again', async () => {
  const signals = bookSignals()
  const heard: string[] = []
  const told = new Promise<string[]>(resolve => {
    const relay = relaySignals(signals, resolve)
    signals.listen(bookId => heard.push(bookId))
    relay.hear(['theirs'])
  })
  for (const bookId of ['ours', 'ours', 'ours too']) signals.poke(bookId)
  expect(await told).toEqual(['ours', 'ours too'])
  expect(heard).toEqual(['theirs', 'ours', 'ours', 'ours too'])
})
