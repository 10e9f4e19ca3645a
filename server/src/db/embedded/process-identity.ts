/** Proves what a process is from its working folder and its command, because a number alone can be anybody's. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { codeOf, unlessMissing } from './errors.ts'

export type Identity = 'gone' | 'zombie' | 'ours' | 'other'

const isLinux = process.platform === 'linux'

/** `ours` means: a postmaster whose data folder is `cluster`. */
export const identify = (pid: number, cluster: string): Identity =>
  isLinux ? identifyByProc(pid, cluster) : identifyByPs(pid, cluster)

/** Whether any process still works in the cluster; in doubt, yes. */
export const isAnyoneInside = (cluster: string): boolean =>
  isLinux ? isAnyoneInsideByProc(cluster) : isAnyoneInsideByLsof(cluster)

const isSameFolder = (one: Stats, other: Stats | undefined): boolean =>
  other !== undefined && one.dev === other.dev && one.ino === other.ino

type Whereabouts = 'here' | 'elsewhere' | 'hidden' | 'gone'

/** Root in a container may lack the capability to look into the processes of other accounts. */
function whereabouts(pid: number, folder: Stats): Whereabouts {
  try {
    const workingFolder = unlessMissing(() => statSync(`/proc/${pid}/cwd`))
    if (!workingFolder) return 'gone'
    return isSameFolder(folder, workingFolder) ? 'here' : 'elsewhere'
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(codeOf(error))) return 'hidden'
    throw error
  }
}

const readProc = (pid: number, name: string): string | undefined =>
  unlessMissing(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'))

function identifyByProc(pid: number, cluster: string): Identity {
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return 'gone'
  // The name, in brackets, may hold spaces and brackets itself: the state follows the last one.
  if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'zombie'
  const command = (readProc(pid, 'cmdline') ?? '').split('\0')
  // A backend calls itself "postgres: checkpointer", only the postmaster keeps the program's path.
  if (path.basename(command[0] ?? '') !== 'postgres') return 'other'
  const folder = statSync(cluster)
  const place = whereabouts(pid, folder)
  if (place === 'hidden') return isOfOwner(pid, folder) && isStartedFor(command, cluster) ? 'ours' : 'other'
  if (place === 'gone') return 'zombie'
  return place === 'here' ? 'ours' : 'other'
}

const isOfOwner = (pid: number, folder: Stats): boolean =>
  unlessMissing(() => statSync(`/proc/${pid}`))?.uid === folder.uid

function isStartedFor(command: string[], cluster: string): boolean {
  const folder = command[command.indexOf('-D') + 1]
  if (!folder || !path.isAbsolute(folder)) return false
  return unlessMissing(() => realpathSync(folder)) === realpathSync(cluster)
}

function isAnyoneInsideByProc(cluster: string): boolean {
  const folder = statSync(cluster)
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).some(pid => {
    const place = whereabouts(pid, folder)
    if (place !== 'hidden') return place === 'here'
    return isOfOwner(pid, folder) && readProc(pid, 'comm')?.trim() === 'postgres'
  })
}

/** macOS has no /proc. We start the postmaster with -D first, so the line begins with the program and the folder. */
function identifyByPs(pid: number, cluster: string): Identity {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const line = (stdout ?? '').trim()
  if (line === '') return 'gone'
  if (line.startsWith('Z')) return 'zombie'
  return line.includes(`/postgres -D ${cluster} -c `) ? 'ours' : 'other'
}

function isAnyoneInsideByLsof(cluster: string): boolean {
  const { stdout, error } = spawnSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
  return error !== undefined || stdout.split('\n').includes(`n${cluster}`)
}
