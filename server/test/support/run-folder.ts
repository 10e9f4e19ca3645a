/** A temporary folder of its own for each test run, and what of the run is still there at its end. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const systemFolder = '/var/lib/cellarbook'

/** Temporary files of this process and of all it starts go there; tools leave theirs without a word. */
export function openRunFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cellarbook-run-'))
  // PostgreSQL's account has to get in when the tests run as root.
  fs.chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
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
