/** Watches how much room the disk has, so that writes are refused before PostgreSQL meets its end. */
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'

const lookMs = 1_000
const tellAgainMs = 60_000
const megabyte = 1024 * 1024

export interface Disk {
  /** Writes are refused meanwhile. */
  readonly isLow: boolean
  /** Of the fullest of the disks; null when the system does not tell. */
  readonly freeBytes: number | null
  /** Tells the log of an error that means a full disk; other errors are none of its business. */
  note(error: unknown): void
  /** Looks now. */
  look(): Promise<void>
  stop(): void
}

export interface DiskOptions {
  /** Each may lie on a disk of its own. */
  folders: readonly string[]
  /** Kept free: asked for at every look. */
  reserveBytes: () => number
  log: Logger
}

export function watchDisk({ folders, reserveBytes, log }: DiskOptions): Disk {
  let isLow = false
  let freeBytes: number | null = null
  let toldMs = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    freeBytes = await leastFree(folders)
    const reserve = reserveBytes()
    const isLowNow = freeBytes !== null && freeBytes < reserve
    if (isLowNow === isLow) return
    isLow = isLowNow
    const room = { freeMb: Math.floor((freeBytes ?? 0) / megabyte), reserveMb: Math.floor(reserve / megabyte) }
    if (isLow) log.warn(room, 'The disk is nearly full: writes are refused until there is room again.')
    else log.info(room, 'The disk has room again: writes go on.')
  }

  const timer = setInterval(() => void look(), lookMs).unref()
  return {
    get isLow() {
      return isLow
    },
    get freeBytes() {
      return freeBytes
    },
    note(error) {
      if (!isFullDisk(error) || performance.now() - toldMs < tellAgainMs) return
      toldMs = performance.now()
      log.warn(
        { cause: (error as { code: string }).code },
        'A disk is full: make room where the database or the files are.',
      )
      void look()
    },
    look,
    stop: () => clearInterval(timer),
  }
}

/** PostgreSQL and the system say it by codes of their own. */
const isFullDisk = (error: unknown): boolean =>
  ['53100', 'ENOSPC', 'EDQUOT'].includes((error as { code?: string })?.code ?? '')

/** A file system that tells nothing, and a folder that is not there yet, are no reason to refuse anything. */
async function leastFree(folders: readonly string[]): Promise<number | null> {
  const rooms = await Promise.all(
    folders.map(async folder => {
      const room = await statfs(folder).catch(() => undefined)
      return room && room.blocks > 0 ? room.bavail * room.bsize : Number.POSITIVE_INFINITY
    }),
  )
  const least = Math.min(...rooms)
  return Number.isFinite(least) ? least : null
}

/** Where nobody watches. */
export const boundlessDisk: Disk = {
  isLow: false,
  freeBytes: null,
  note() {},
  async look() {},
  stop() {},
}
