/** What files do beside the requests: bytes nothing refers to are removed. */
import type { Job } from '../../kernel/jobs.ts'
import { sweepDiscarded, sweepFiles } from './attachments/sweep.ts'

export const sweepStorage: Job = {
  name: 'the sweep of files',
  everyMs: 10 * 60 * 1_000,
  run: ({ database, fileStore, clock }) => sweepFiles(database, fileStore, clock()),
}

/** Their quota is free again already, so their bytes should soon be, too. */
export const sweepDiscardedFiles: Job = {
  name: 'the sweep of discarded files',
  everyMs: 30_000,
  run: ({ database, fileStore }) => sweepDiscarded(database, fileStore),
}
