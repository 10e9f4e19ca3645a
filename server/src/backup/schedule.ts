/** Backups the service makes by itself, and how many of them it keeps. */
import type { Job, JobDeps } from '../kernel/jobs.ts'
import { toInstant } from '../lib/instants.ts'
import { backupName, type Shelf } from './place.ts'
import { endRun, findRunTimes, insertRun, type RunTimes, unlessBackingUp } from './runs-store.ts'
import { type BackupSource, takeBackup } from './take.ts'

export interface BackupPlan {
  everyMs: number
  /** How many stay. */
  keep: number
  passphrase: string | undefined
}

interface Scheduled {
  plan: BackupPlan
  shelf: Shelf
  /** What is not of the running service. */
  source: Pick<BackupSource, 'secrets' | 'version'>
}

const lookEveryMs = 10_000
/** After a failure, unless they are made more often anyway. */
const againMs = 10 * 60_000

export const isDue = ({ began_at, succeeded_at }: RunTimes, { everyMs }: BackupPlan, nowMs: number): boolean => {
  const agoMs = (at: string | null) => (at === null ? Number.POSITIVE_INFINITY : nowMs - Date.parse(at))
  return agoMs(succeeded_at) >= everyMs && agoMs(began_at) >= Math.min(everyMs, againMs)
}

export const backupJob = (scheduled: Scheduled): Job => ({
  name: 'the backup',
  everyMs: lookEveryMs,
  async run(deps) {
    const isWanted = async () => isDue((await findRunTimes(deps.database))!, scheduled.plan, deps.clock())
    if (!(await isWanted())) return
    await unlessBackingUp(deps.database, async () => {
      // Another node may have come to its end meanwhile.
      if (await isWanted()) await backUp(scheduled, deps)
    })
  },
})

async function backUp({ plan, shelf, source }: Scheduled, { database, fileStore, clock, log }: JobDeps): Promise<void> {
  const { passphrase } = plan
  const place = shelf.place(backupName(clock(), passphrase !== undefined))
  const id = await insertRun(database, { began_at: toInstant(clock()), name: place.name })
  try {
    const taken = await takeBackup({ database, fileStore, ...source }, place, { passphrase })
    await endRun(database, id, { ended_at: toInstant(clock()), bytes: taken.bytes, error: null })
    const { rows, files, bytes } = taken
    log.info({ rows, files: files.count, bytes }, `Backed up to ${place.name}`)
    if (files.missing.length > 0) log.warn({ missing: files.missing.length }, 'The backup lacks files that are lost')
    await removeOld(shelf, plan.keep)
  } catch (error) {
    const message = (error as Error).message.slice(0, 500)
    await endRun(database, id, { ended_at: toInstant(clock()), bytes: null, error: message }).catch(() => {})
    throw error
  }
}

async function removeOld(shelf: Shelf, keep: number): Promise<void> {
  const names = await shelf.list()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await shelf.remove(name)
}
