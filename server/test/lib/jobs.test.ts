/** Work beside the requests: one run at a time, one line for one fault, a stop that waits. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type Job, type JobDeps, startJobs } from '../../src/kernel/jobs.ts'

const lines: string[] = []
const log = pino({ base: null, timestamp: false }, { write: line => void lines.push(JSON.parse(line).msg) })
const deps = { log } as JobDeps

const start = (job: Omit<Job, 'name' | 'everyMs'>) => startJobs([{ name: 'counting', everyMs: 2, ...job }], deps)

test('again and again, never twice at once, and not after the stop', async () => {
  let [begun, atOnce, most] = [0, 0, 0]
  const running = start({
    async run() {
      begun += 1
      atOnce += 1
      most = Math.max(most, atOnce)
      await sleep(10)
      atOnce -= 1
    },
  })
  await expect.poll(() => begun).toBeGreaterThan(3)
  await running.stop()
  expect([atOnce, most]).toEqual([0, 1])
  const untilStop = begun
  await sleep(30)
  expect(begun).toBe(untilStop)
})

test('a run under way sees the stop, and the stop waits for it', async () => {
  let end = 'none'
  const running = start({
    isDueAtStart: true,
    async run(_, isStopping) {
      while (!isStopping()) await sleep(1)
      await sleep(20)
      end = 'whole'
    },
  })
  await running.stop()
  expect(end).toBe('whole')
})

test('a failure does not end it; the same one is told once, until it works again', async () => {
  const faults = ['away', 'away', 'away', undefined, 'away', 'full', 'full']
  let runs = 0
  const running = start({
    async run() {
      const fault = faults[runs++]
      if (fault) throw new Error(fault)
    },
  })
  await expect.poll(() => runs).toBeGreaterThan(faults.length)
  await running.stop()
  expect(lines).toEqual(Array(3).fill('counting was put off'))
})
