/** Real processes for tests: the compiled program in a folder of its own, its command line, its signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject } from 'vitest'
import { placeCluster } from '../../src/db/embedded/placement.ts'
import { findPostmaster } from '../../src/db/embedded/postmaster.ts'
import { Client } from './client.ts'
import { copyFolder } from './databases.ts'
import { processesIn } from './run-folder.ts'

export { processesIn } from './run-folder.ts'

/** What `bin/cellarbook.js` loads when it has looked for newer sources: a run of tests has compiled them already. */
const program = fileURLToPath(new URL('../../dist/program/cli.js', import.meta.url))

/** An installation: a working folder, its data folder, a port and settings. */
export interface Place {
  readonly folder: string
  readonly dataDir: string
  readonly port: number
  readonly address: string
  readonly env: Record<string, string>
  /** Another copy of the program than the one of this repository. */
  readonly program?: string
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  tookMs: number
}

export interface ServerProcess {
  readonly pid: number
  readonly address: string
  /** From the start of the program to the first 200 of its health. */
  readonly readyMs: number
  readonly output: Output
  /** The key the first start prints; in a ready place, the one it has printed. */
  readonly testKey: string
  readonly isRunning: boolean
  client(key?: string): Client
  stop(signal?: NodeJS.Signals): Promise<Exit>
  /** kill -9: the server's PostgreSQL lives on. */
  kill(): Promise<void>
}

const places: Place[] = []
const children = new Set<ChildProcess>()
const killChildren = () => {
  for (const child of children) child.kill('SIGKILL')
}

/** Declares that this file runs processes; at its end none is left, of PostgreSQL neither. */
export function useProcesses(): void {
  process.once('exit', killChildren)
  afterAll(async () => {
    const ended = Promise.all([...children].map(child => once(child, 'exit')))
    killChildren()
    await ended
    process.off('exit', killChildren)
    const escaped = places.flatMap(place => processesIn(place.folder)).filter(({ name }) => name !== 'postgres')
    for (const { pid } of escaped) process.kill(pid, 'SIGKILL')
    for (const place of places) await stopPostgres(place)
    const left = await leftIn(places)
    for (const place of places) {
      // As root it may lie outside, where PostgreSQL's account can get in.
      const cluster = clusterOf(place)
      for (const folder of [place.folder, cluster]) if (folder) fs.rmSync(folder, { recursive: true, force: true })
    }
    expect([...escaped, ...left]).toEqual([])
  })
}

/** What is still there when even a process that was just ending has had the time to: one without memory still has its folder. */
export async function leftIn(all: Place[]): Promise<ReturnType<typeof processesIn>> {
  for (let look = 0; ; look++) {
    const left = all.flatMap(place => processesIn(place.folder))
    if (left.length === 0 || look === 50) return left
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** One that was started once: its data folder has a migrated database with the demo in it. */
export async function readyPlace(env: Record<string, string> = {}): Promise<Place> {
  const place = await newPlace(env)
  furnish(place)
  return place
}

/** As if it had been started once. */
export const furnish = ({ dataDir }: Place): void => copyFolder(inject('ours').readyFolder, dataDir)

export async function newPlace(env: Record<string, string> = {}): Promise<Place> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cellarbook-process-'))
  // PostgreSQL's account has to get in when the tests run as root.
  fs.chmodSync(folder, 0o755)
  const port = await quietPort()
  const dataDir = path.join(folder, 'data')
  const place = {
    folder,
    dataDir,
    port,
    address: `http://127.0.0.1:${port}`,
    // Built by tests that look at it; a process that is killed at once would leave a build behind.
    env: { PORT: String(port), DATA_DIR: dataDir, CONSOLE: 'off', ...env },
  }
  places.push(place)
  return place
}

/** Below the ports the kernel gives to outgoing connections: one of those would be in the way of a restart. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 8_000)
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise(resolve => server.close(resolve))
    if (isFree) return port
  }
}

/** Nothing of the test run's own environment but what a program needs to run. */
function launch(place: Place, args: string[], env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = os.tmpdir() } = process.env
  const child = spawn(process.execPath, [place.program ?? program, ...args], {
    cwd: place.folder,
    env: { PATH, HOME, TMPDIR, ...place.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

interface Output {
  stdout: string
  stderr: string
}

function outputOf(child: ChildProcess): Output {
  const output = { stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', text => {
    output.stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', text => {
    output.stderr += text
  })
  return output
}

interface RunOptions {
  env?: Record<string, string>
  input?: string
  /** It is sent the signal, SIGTERM by default, as soon as this holds. */
  stopWhen?: () => boolean
  stopBy?: NodeJS.Signals
}

/** Whoever starts as root removes, and says so, what a test beside this one has left in the folder they all share. */
const removedOrphan = /^\{[^\n]*"Removed the database in [^\n]*\n/gm

/** Runs a command to its end. */
export async function run(place: Place, args: string[], options: RunOptions = {}): Promise<Exit> {
  const startedAt = performance.now()
  const child = launch(place, args, options.env ?? {})
  const output = outputOf(child)
  child.stdin!.end(options.input)
  if (options.stopWhen) {
    while (!options.stopWhen() && child.exitCode === null) await sleep(10)
    child.kill(options.stopBy ?? 'SIGTERM')
  }
  const [code, signal] = await once(child, 'close')
  output.stderr = output.stderr.replaceAll(removedOrphan, '')
  return { code, signal, ...output, tookMs: Math.round(performance.now() - startedAt) }
}

export async function startServer(place: Place, env: Record<string, string> = {}): Promise<ServerProcess> {
  const startedAt = performance.now()
  const child = launch(place, ['serve'], env)
  const output = outputOf(child)
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  await untilReady(place, child, output)
  const readyMs = Math.round(performance.now() - startedAt)
  const signalled = async (signal: NodeJS.Signals): Promise<Exit> => {
    const from = performance.now()
    child.kill(signal)
    const [code, by] = await closed
    return { code, signal: by, ...output, tookMs: Math.round(performance.now() - from) }
  }
  return {
    pid: child.pid!,
    address: place.address,
    readyMs,
    output,
    get testKey() {
      return /cb_test_\w{36}/.exec(output.stdout)?.[0] ?? inject('ours').demoKey
    },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null
    },
    client: key => new Client(place.address, key),
    stop: (signal = 'SIGTERM') => signalled(signal),
    kill: async () => void (await signalled('SIGKILL')),
  }
}

async function untilReady(place: Place, child: ChildProcess, output: Output): Promise<void> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the start failed: ${output.stderr}`)
    await sleep(10)
    // The welcome follows the listening by a moment: to ask before it would keep a core busy.
    if (!output.stdout.endsWith('\n\n')) continue
    const status = await fetch(`${place.address}/api/v1/health`).then(
      async reply => {
        await reply.arrayBuffer()
        return reply.status
      },
      () => 0,
    )
    if (status === 200) return
  }
  throw new Error(`not ready in time: ${output.stderr}`)
}

/** Linux only: the real, effective, saved and file-system user of a process. */
export const usersOf = (pid: number): number[] => idsOf(pid, 'Uid')
export const groupsOf = (pid: number): number[] => idsOf(pid, 'Groups')

const idsOf = (pid: number, kind: 'Uid' | 'Groups'): number[] => {
  const told = new RegExp(`^${kind}:(.*)$`, 'm').exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
  return (told.match(/\d+/g) ?? []).map(Number)
}

const clusterOf = (place: Place): string | undefined =>
  fs.existsSync(place.dataDir) ? placeCluster(fs.realpathSync(place.dataDir)).cluster : undefined

/** The postmaster of a place, while it runs. */
export function postmasterOf(place: Place): number | undefined {
  const cluster = clusterOf(place)
  if (cluster === undefined || !fs.existsSync(cluster)) return undefined
  const postmaster = findPostmaster(cluster)
  return postmaster.kind === 'ours' ? postmaster.pid : undefined
}

async function stopPostgres(place: Place): Promise<void> {
  const pid = postmasterOf(place)
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  while (postmasterOf(place) !== undefined) await sleep(20)
}
