/** A throw-away installation: its data folder, the server process, the command line, and the end of all of them. */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuilt } from '../../server/bin/build.js'
import { benchFolder, ownServer } from '../settings.js'
import { openAccounts } from './accounts.js'
import { findPostmaster, processorTime } from './processor-time.js'
import { ask } from './questions.js'

const readyWithinMs = 120_000
const stopWithinMs = 15_000
const probe = path.join(benchFolder, 'setup', 'server-probe.js')

/** `server` is the folder of the server to run; one of another checkout has to be built. */
export async function openInstallation(settings = {}, server = ownServer) {
  const program = path.join(server, 'bin', 'cellarbook.js')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cellarbook-bench-'))
  const dataDir = path.join(folder, 'data')
  const logFile = path.join(folder, 'server.log')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, BASE_URL: __, ...inherited } = process.env
  const environment = { ...inherited, ...settings, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
  environment.BENCH_PROCESS = String(process.pid)
  // PostgreSQL runs as another user when we are root, and has to get through.
  await promisify(execFile)('chmod', ['711', folder])
  let running
  let postmaster
  let isClosed = false
  const connection = async () => (await embedded(server, dataDir)).connection

  return {
    origin,
    workers: environment.WORKERS ?? '1',
    /** Starts the server and returns the milliseconds until it is ready. */
    async start() {
      if (isClosed) throw new Error('the installation is closed')
      if (server === ownServer) await ensureBuilt()
      const started = performance.now()
      running = launch(program, environment, logFile)
      await untilReady(running, origin, logFile)
      const took = performance.now() - started
      postmaster = await findPostmaster(await connection())
      return took
    },
    async stop() {
      if (running) await stopProcess(running)
      running = undefined
    },
    /** Bytes in use; the heap is what remains after a collection. */
    memory: () => ask(running, 'memory'),
    /** Bytes in use as they are, without a collection. */
    resident: () => ask(running, 'resident'),
    /** From now on; `longestTurn` ends it and tells what the longest turn of the loop ran, in milliseconds. */
    watchTurns: () => ask(running, 'watchTurns'),
    longestTurn: () => ask(running, 'longestTurn'),
    /** Statements and round trips to PostgreSQL so far. */
    roundTrips: () => ask(running, 'roundTrips'),
    cpu: () => processorTime(running.pid, postmaster),
    /** Runs `cellarbook …` and returns the JSON object it prints. */
    async command(...words) {
      const options = { env: environment, cwd: folder }
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, '--json'], options)
      return JSON.parse(stdout)
    },
    /** How to reach its PostgreSQL, which has to be running. */
    connection,
    /** Tenants with a key each. */
    openAccounts: async (slugs, scopes) => openAccounts({ server, connection: await connection() }, slugs, scopes),
    async close() {
      isClosed = true
      if (running) await stopProcess(running)
      running = undefined
      await removeCluster(server, dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In a process group of its own: Ctrl-C reaches the bench only, which then stops it in order. */
function launch(program, env, logFile) {
  const log = openSync(logFile, 'a')
  return fork(program, ['serve'], {
    execArgv: ['--import', probe],
    env,
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  })
}

async function untilReady(server, origin, logFile) {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && server.exitCode === null) {
    const answer = await fetch(`${origin}/api/v1/health`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(10)
  }
  throw new Error(`the server did not get ready:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
}

/** Asks first; a process that does not go in time is killed. */
export async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  await gone
  clearTimeout(late)
}

/** The code that knows where this server keeps its database. */
const loadEmbedded = (server, name) => import(pathToFileURL(path.join(server, 'dist', 'db', 'embedded', name)))

async function embedded(server, dataDir) {
  const { openEmbeddedPostgres } = await loadEmbedded(server, 'index.js')
  return openEmbeddedPostgres({ dataDir, log: () => {} })
}

/** The server stops PostgreSQL itself, unless it was killed; and the cluster may lie outside the data folder. */
async function removeCluster(server, dataDir) {
  const { findPostmaster: findOwn } = await loadEmbedded(server, 'postmaster.js')
  const { placeCluster } = await loadEmbedded(server, 'placement.js')
  let cluster
  try {
    cluster = placeCluster(dataDir).cluster
  } catch {
    return
  }
  if (findOwn(cluster).kind === 'ours') await (await embedded(server, dataDir)).stop()
  await rm(cluster, { recursive: true, force: true })
}

export async function freePort() {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address()
  holder.close()
  await once(holder, 'close')
  return port
}
