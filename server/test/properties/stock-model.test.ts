/**
 * Random histories of a small cellar, done to the model and to the service: after every step both must agree.
 * MODEL_RUNS=500 tries longer; MODEL_SEED=n repeats what a failure printed, and shrinks it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { countSteps } from './count-commands.ts'
import { stocked, stockSteps } from './stock-commands.ts'
import { newReal, newWorld } from './stock-real.ts'

const service = useService()
const runs = Number(process.env.MODEL_RUNS ?? 3)
const seed = process.env.MODEL_SEED
const longestMs = process.env.MODEL_RUNS || seed ? 3_600_000 : 4_000

test(
  'any history of documents, counts and orders leaves the stock the rules say',
  async () => {
    const from = performance.now()
    let done = 0
    const history = fc.asyncProperty(
      fc.commands([...stockSteps, ...countSteps], { maxCommands: 60, size: 'max' }),
      async commands => {
        if (performance.now() - from > longestMs) return
        await fc.asyncModelRun(async () => stocked(newWorld(), await newReal(service)), commands)
        done += [...commands].length
      },
    )
    await fc.assert(history, {
      numRuns: runs,
      ...(seed ? { seed: Number(seed) } : { endOnFailure: true }),
    })
    console.log(`${done} steps in step with the model`)
    expect(done).toBeGreaterThan(0)
  },
  longestMs + 30_000,
)
