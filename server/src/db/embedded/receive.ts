/** Puts the files of a cluster that were saved elsewhere where PostgreSQL can run them. */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTree, syncFolder } from './folders.ts'
import { placeCluster, prepareDataFolder } from './placement.ts'
import { findPostmaster } from './postmaster.ts'
import { rememberLocation } from './relocation.ts'

const POLL_MS = 20

/** The data folder is new. Returns where the cluster lies; nothing of it stays when `fill` fails. */
export async function receiveCluster(dataDir: string, fill: (cluster: string) => Promise<void>): Promise<string> {
  const dataFolder = prepareDataFolder(dataDir)
  const { cluster, account, isRelocated } = placeCluster(dataFolder)
  mkdirSync(cluster, { mode: 0o700 })
  try {
    await fill(cluster)
    if (account) giveTree(cluster, account)
    if (isRelocated) rememberLocation(dataFolder, cluster)
    syncFolder(path.dirname(cluster))
    return cluster
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true })
    throw error
  }
}

/** Whatever runs there is given up, with what it has done. */
export async function abandonCluster(cluster: string): Promise<void> {
  for (let found = findPostmaster(cluster); found.kind === 'ours'; found = findPostmaster(cluster)) {
    try {
      process.kill(found.pid, 'SIGQUIT')
    } catch {
      // It ended a moment ago.
    }
    await sleep(POLL_MS)
  }
}
