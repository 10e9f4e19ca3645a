// Builds into a folder of its own and swaps it in, so that a process starting meanwhile never sees half a build.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const stampName = '.built'

const newestChange = input => {
  const stats = statSync(input)
  if (!stats.isDirectory()) return stats.mtimeMs
  return readdirSync(input, { recursive: true }).reduce(
    (newest, name) => Math.max(newest, statSync(path.join(input, name)).mtimeMs),
    stats.mtimeMs,
  )
}

/** Whether `dist` was built after the last change of any of the files and folders it is made of. */
export function isNewerThan(dist, inputs) {
  const stamp = path.join(dist, stampName)
  return existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...inputs.map(newestChange))
}

/** What a build that was killed left beside `dist`; a folder whose process lives is another build at work. */
function removeAbandoned(dist) {
  const parent = path.dirname(dist)
  for (const name of readdirSync(parent)) {
    const pid = /^dist-(\d+)(-old)?$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** `folder` is to be filled, and then swapped in or given up. `isFresh` says whether another build was faster. */
export function beginBuild(dist, isFresh) {
  removeAbandoned(dist)
  const startedAt = new Date()
  const folder = `${dist}-${process.pid}`
  const old = `${folder}-old`
  const remove = (...folders) => {
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  }
  return {
    folder,
    giveUp: () => remove(folder),
    swapIn() {
      const stamp = path.join(folder, stampName)
      writeFileSync(stamp, startedAt.toISOString())
      // A source that is saved while the compiler runs is newer than the build.
      utimesSync(stamp, startedAt, startedAt)
      try {
        if (existsSync(dist)) renameSync(dist, old)
        renameSync(folder, dist)
      } catch (error) {
        // Another process built at the same moment and its folder is in place: ours is not needed.
        if (!isFresh()) throw error
      } finally {
        remove(folder, old)
      }
    },
  }
}
