/** What files do beside the requests: bytes nothing refers to are removed, unless a backup may still want them. */
import { unlessFilesHeld } from '../../db/snapshot.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepDiscarded, sweepFiles } from './attachments/sweep.ts'

export const sweepStorage: Job = {
  name: 'the sweep of files',
  everyMs: 10 * 60 * 1_000,
  run: ({ database, fileStore, clock }) => unlessFilesHeld(database, () => sweepFiles(database, fileStore, clock())),
}

/** Their quota is free again already, so their bytes should soon be, too. */
export const sweepDiscardedFiles: Job = {
  name: 'the sweep of discarded files',
  everyMs: 30_000,
  run: ({ database, fileStore }) => unlessFilesHeld(database, () => sweepDiscarded(database, fileStore)),
}
