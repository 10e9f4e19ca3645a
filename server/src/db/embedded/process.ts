/** Keeps one PostgreSQL per cluster running: adopts the one that is there, starts one that is not, stops it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { type ConnectionSettings, findObstacle } from './connection.ts'
import { DiskFull, diskFull, meansFullDisk, refuseFullDisk } from './disk.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { refuseCopy, rememberIdentity } from './identity.ts'
import { findPostmaster, isOurs, type Postmaster, setStaleLocksAside } from './postmaster.ts'
import { type RunningProgram, startProgram } from './programs.ts'
import { serverArguments } from './settings.ts'
import { type Turn, takeTurn, turnWithoutLock } from './turn.ts'

export interface Server {
  cluster: string
  account: Account | undefined
  postgres: string
  logFile: string
  connection: ConnectionSettings
  listensOnTcp: boolean
  durable: boolean
  maxConnections: number
  /** Settings of the server beside the usual ones. */
  more: Readonly<Record<string, string>>
  log: (line: string) => void
}

const POLL_MS = 20
const FAST_SHUTDOWN_MS = 8_000
const IMMEDIATE_SHUTDOWN_MS = 5_000
const WITHDRAWAL_MS = 2_000
const ZOMBIE_PATIENCE_MS = 300
const TURN_PATIENCE_MS = 10_000
const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED']

/** One attempt to bring the server up, from the first look to the first answer. */
interface Attempt {
  server: Server
  deadline: number
  /** Held from before a launch until its process has locked the cluster itself. */
  turn: Turn | undefined
  turnWantedSince: number | undefined
  launched: RunningProgram | undefined
  launches: number
  zombieSince: number | undefined
  obstacle: string
}

export interface Outcome {
  isAdopted: boolean
  /** Undefined for a server that serves but is out of our sight, in another container. */
  pid: number | undefined
}

export async function bringUp(server: Server, deadline: number): Promise<Outcome> {
  const attempt: Attempt = {
    server,
    deadline,
    turn: undefined,
    turnWantedSince: undefined,
    launched: undefined,
    launches: 0,
    zombieSince: undefined,
    obstacle: 'it does not answer',
  }
  try {
    while (performance.now() < deadline) {
      const outcome = await advance(attempt)
      if (outcome) return outcome
      await sleep(POLL_MS)
    }
  } catch (error) {
    if (error instanceof DiskFull) await withdraw(attempt)
    throw error
  } finally {
    endTurn(attempt)
  }
  // A long recovery goes on without us, and the next start waits for it again.
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${server.cluster} was not ready in time: ${attempt.obstacle} (log: ${server.logFile})`,
  )
}

async function advance(attempt: Attempt): Promise<Outcome | undefined> {
  const postmaster = findPostmaster(attempt.server.cluster)
  if (postmaster.kind === 'ours') {
    endTurn(attempt)
    return serves(attempt, postmaster)
  }
  if (attempt.launched && attempt.launched.ended === undefined) return undefined
  // With the turn comes a second look: the process that had it before us has probably started the server.
  if (!attempt.turn) return (await takesTurn(attempt)) ? advance(attempt) : undefined
  if (postmaster.kind === 'zombie' && isWorthWaiting(attempt, postmaster.pid)) return undefined
  if (attempt.launched) await afterRefusal(attempt, attempt.launched.ended || 'it was stopped')
  return launchUnlessServed(attempt)
}

async function takesTurn(attempt: Attempt): Promise<boolean> {
  attempt.turnWantedSince ??= performance.now()
  const isOverdue = performance.now() - attempt.turnWantedSince > TURN_PATIENCE_MS
  attempt.turn = (await takeTurn(attempt.server.cluster)) ?? (isOverdue ? turnWithoutLock : undefined)
  if (!attempt.turn) attempt.obstacle = 'another process is starting it'
  return attempt.turn !== undefined
}

function endTurn(attempt: Attempt): void {
  attempt.turn?.end()
  attempt.turn = undefined
  attempt.turnWantedSince = undefined
}

async function serves(
  attempt: Attempt,
  postmaster: Extract<Postmaster, { kind: 'ours' }>,
): Promise<Outcome | undefined> {
  const { server } = attempt
  if (!postmaster.isReady) return wait(attempt, 'it is still starting, recovering or stopping')
  if (postmaster.port !== server.connection.port) {
    throw new EmbeddedPostgresError(
      `PostgreSQL in ${server.cluster} already runs (pid ${postmaster.pid}) on port ${postmaster.port}, ` +
        `not ${server.connection.port}`,
    )
  }
  const obstacle = await findObstacle(server.connection, timeLeft(attempt))
  if (obstacle) return wait(attempt, obstacle.message)
  const isLaunchedHere = attempt.launched !== undefined && attempt.launched.ended === undefined
  return { isAdopted: !isLaunchedHere, pid: postmaster.pid }
}

const timeLeft = ({ deadline }: Attempt): number => Math.max(1, Math.ceil(deadline - performance.now()))

function wait(attempt: Attempt, obstacle: string): undefined {
  if (meansFullDisk(obstacle)) throw diskFull(attempt.server.cluster, obstacle)
  attempt.obstacle = obstacle
}

/** A server of ours that cannot serve is of no use; it could not write a checkpoint either. */
async function withdraw({ server, launched }: Attempt): Promise<void> {
  const postmaster = findPostmaster(server.cluster)
  if (postmaster.kind !== 'ours' || launched?.ended !== undefined) return
  if (launched) await ends(server, { pid: postmaster.pid, signal: 'SIGQUIT', withinMs: WITHDRAWAL_MS })
}

/** Process 1 collects it in its own time, and in some containers never; being dead, it needs its lock no more. */
function isWorthWaiting(attempt: Attempt, pid: number): boolean {
  attempt.zombieSince ??= performance.now()
  attempt.obstacle = `the dead process ${pid} was not collected by its parent`
  if (performance.now() - attempt.zombieSince < ZOMBIE_PATIENCE_MS) return true
  const { cluster, connection } = attempt.server
  return !setStaleLocksAside(cluster, connection.port)
}

/**
 * Starts the server unless one already listens that we cannot see, from another container on the same folder:
 * a second one would destroy the data.
 */
async function launchUnlessServed(attempt: Attempt): Promise<Outcome | undefined> {
  const { server } = attempt
  const obstacle = server.listensOnTcp ? undefined : await findObstacle(server.connection, timeLeft(attempt))
  if (!server.listensOnTcp && !obstacle) return { isAdopted: true, pid: undefined }
  if (obstacle && !NOBODY_LISTENS.includes(codeOf(obstacle))) return wait(attempt, obstacle.message)
  refuseCopy(server.cluster)
  refuseFullDisk(server.cluster)
  rememberIdentity(server.cluster, server.account)
  attempt.launched = launch(server)
  attempt.launches += 1
}

function launch(server: Server): RunningProgram {
  return startProgram({
    file: server.postgres,
    arguments: serverArguments(server),
    account: server.account,
    logFile: server.logFile,
    outlivesUs: true,
  })
}

/** Refusals that pass: another process of ours was faster, or the backends of a killed server are still leaving. */
const PASSING =
  /lock file .* (already exists|is empty)|could not remove old lock file|shared memory block .* still in use/

async function afterRefusal(attempt: Attempt, reason: string): Promise<void> {
  const { cluster, connection, logFile } = attempt.server
  if (meansFullDisk(reason)) throw diskFull(cluster, reason)
  if (!PASSING.test(reason)) {
    throw new EmbeddedPostgresError(`PostgreSQL in ${cluster} did not start: ${reason} (log: ${logFile})`)
  }
  attempt.obstacle = reason
  setStaleLocksAside(cluster, connection.port)
  await sleep(Math.min(50 * 2 ** attempt.launches, 1_000))
}

/** Fast shutdown, and an immediate one, which recovers at the next start, when that takes too long. */
export async function shutDown(server: Server): Promise<void> {
  const postmaster = findPostmaster(server.cluster)
  if (postmaster.kind !== 'ours') return
  const { pid } = postmaster
  if (await ends(server, { pid, signal: 'SIGINT', withinMs: FAST_SHUTDOWN_MS })) return
  server.log(`PostgreSQL (pid ${pid}) did not stop within ${FAST_SHUTDOWN_MS / 1000} s and is now stopped immediately`)
  if (await ends(server, { pid, signal: 'SIGQUIT', withinMs: IMMEDIATE_SHUTDOWN_MS })) return
  throw new EmbeddedPostgresError(
    `PostgreSQL in ${server.cluster} (pid ${pid}) could not be stopped (log: ${server.logFile})`,
  )
}

async function ends(
  server: Server,
  { pid, signal, withinMs }: { pid: number; signal: NodeJS.Signals; withinMs: number },
): Promise<boolean> {
  if (!isOurs(pid, server.cluster)) return true
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
  const deadline = performance.now() + withinMs
  while (isOurs(pid, server.cluster)) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}
