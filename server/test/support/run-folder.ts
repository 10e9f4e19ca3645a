/** Temporary folders of its own for each test run, and what of the run is still there at its end. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const systemFolder = '/var/lib/cellarbook'

const memory = '/dev/shm'
const memoryWanted = 4 * 2 ** 30
const anHour = 3_600_000

/**
 * Temporary files of this process and of all it starts go there; tools leave theirs without a word. The other one is on a disk:
 * for tests about where on it a database lies.
 */
export function openRunFolders(): { folder: string; onDisk: string } {
  const onDisk = newFolder(os.tmpdir())
  const folder = hasPlentyOfMemory() ? newFolder(memory) : onDisk
  process.env.TMPDIR = folder
  process.env.TMPDIR_ON_DISK = onDisk
  return { folder, onDisk }
}

/** To make and remove the files of hundreds of databases costs a disk an eighth of all processor time. */
function hasPlentyOfMemory(): boolean {
  if (process.env.TMPDIR || !fs.existsSync(memory)) return false
  for (const name of fs.readdirSync(memory)) removeIfForgotten(path.join(memory, name))
  const { bavail, bsize } = fs.statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) >= memoryWanted
}

/** Of a run that was killed: it would take memory until the machine stops. */
function removeIfForgotten(folder: string): void {
  const found = fs.statSync(folder, { throwIfNoEntry: false })
  if (!found || found.uid !== process.getuid?.() || !path.basename(folder).startsWith(prefix)) return
  const isOld = found.mtimeMs < Date.now() - anHour
  if (isOld && processesIn(folder).length === 0) fs.rmSync(folder, { recursive: true, force: true })
}

const prefix = 'cellarbook-'

function newFolder(place: string): string {
  const folder = fs.mkdtempSync(path.join(place, prefix))
  // PostgreSQL's account has to get in when the tests run as root.
  fs.chmodSync(folder, 0o755)
  return folder
}

/** Removes the folder and names what should not have been left: processes, our own folders, relocated databases. */
export function closeRunFolder(folder: string, patienceMs = 10_000): string[] {
  const clusters = relocatedFrom(folder)
  const processes = () => [folder, ...clusters].flatMap(processesIn)
  const deadline = Date.now() + patienceMs
  while (processes().length > 0 && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  const stubborn = processes()
  const left = [...stubborn.map(({ pid, name }) => `process ${pid} (${name})`), ...ownFolders(folder), ...clusters]
  for (const { pid } of stubborn) killIfThere(pid)
  for (const one of [folder, ...clusters]) fs.rmSync(one, { recursive: true, force: true })
  return left
}

/** It may have ended by itself a moment ago. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const ownFolders = (folder: string): string[] =>
  fs
    .readdirSync(folder)
    .filter(name => /^(cellarbook|embedded-postgres)-/.test(name))
    .map(name => path.join(folder, name))

/** Databases of data folders of this run that lie outside, because PostgreSQL's account could not get in. */
function relocatedFrom(folder: string): string[] {
  if (!fs.existsSync(systemFolder)) return []
  return fs
    .readdirSync(systemFolder)
    .map(name => path.join(systemFolder, name))
    .filter(cluster => {
      const home = path.join(cluster, 'cellarbook.home')
      return fs.existsSync(home) && fs.readFileSync(home, 'utf8').includes(`\n${folder}/`)
    })
}

/** Linux only: the processes that work in a folder, or were told of it by their environment. */
export function processesIn(folder: string): { pid: number; name: string }[] {
  if (process.platform !== 'linux') return []
  const pids = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap(pid => {
    try {
      const belongs =
        fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
        fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)
      return belongs ? [{ pid: Number(pid), name: fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }] : []
    } catch {
      return []
    }
  })
}
