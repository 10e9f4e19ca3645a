/** Results are gathered for a moment and written together, one batch at a time. */
import type { Logger } from 'pino'
import type { Database } from '../../../db/pool.ts'
import type { DeliveryWatch } from '../../../kernel/ports/metrics.ts'
import type { Clock } from '../../../lib/instants.ts'
import type { Background } from './background.ts'
import { applyConsequences } from './consequences.ts'
import { failureTeller } from './failures-told.ts'
import { type Finished, recordResults } from './results.ts'

/** Batch window. */
const gatherMs = 25
const maxBatch = 200

export interface Recorder {
  add(result: Finished): void
  /** Writes what is left. */
  flush(): Promise<void>
}

interface RecorderDeps {
  database: Database
  clock: Clock
  log: Logger
  background: Background
  /** Written, or given up: its lease then runs out. */
  onRecorded(deliveryId: string): void
  /** Told of every attempt; absent where nobody counts them. */
  watch?: DeliveryWatch | undefined
}

export function resultRecorder(deps: RecorderDeps): Recorder {
  const { background } = deps
  const failures = failureTeller(deps)
  const finished: Finished[] = []
  let gathering: NodeJS.Timeout | undefined
  let recording: Promise<void> | undefined
  /** What comes meanwhile makes the next batch. */
  async function record(): Promise<void> {
    clearTimeout(gathering)
    gathering = undefined
    while (recording) await recording
    const batch = finished.splice(0, maxBatch)
    if (batch.length === 0) return
    failures.note(batch)
    recording = saveBatch(deps, batch).finally(() => {
      recording = undefined
    })
    await recording
    if (finished.length > 0) await record()
  }
  return {
    add(result) {
      finished.push(result)
      if (finished.length >= maxBatch) void background.run(record)
      else gathering ??= setTimeout(() => void background.run(record), gatherMs)
    },
    async flush() {
      await record()
      await background.run(failures.flush)
    },
  }
}

async function saveBatch({ database, clock, log, onRecorded, watch }: RecorderDeps, batch: Finished[]): Promise<void> {
  try {
    const recorded = await recordResults(database, clock, batch)
    if (watch) {
      for (const [index, { attempt }] of batch.entries()) {
        const { durationMs, httpStatus, error } = attempt
        watch({ outcome: recorded.outcomes[index]!, seconds: durationMs / 1_000, httpStatus, error })
      }
    }
    await applyConsequences({ database, clock, log }, recorded)
  } catch (error) {
    // The leases run out and the deliveries are sent again: at least once.
    log.warn({ err: error }, 'results of webhook deliveries could not be kept')
  } finally {
    for (const { delivery } of batch) onRecorded(delivery.id)
  }
}
