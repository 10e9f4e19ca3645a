/** The workers: started, told, replaced when one is lost, and stopped together. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ListenError, WorkerError } from '../database.ts'
import type { ToLeader, ToWorker } from './messages.ts'

/** So many ends in a row before it served, and the service stops: the next one would fare no better. */
const mostEarlyEnds = 3
/** Who served this long is replaced at once; the others after a pause that grows. */
const steadyMs = 10_000
const firstPauseMs = 250
const longestPauseMs = 10_000
/** Beyond what a worker gives itself to stop, and in a hurry. */
const stopMs = 8_200
const hurriedStopMs = 1_500

export interface CrewOptions {
  count: number
  log: Logger
  /** What a worker is told first. */
  beginningOf(number: number): ToWorker
  /** Any other message than those about the start. */
  receive(number: number, message: ToLeader): void
  /** It is gone, with all it held. */
  forget(number: number): void
}

export interface Crew {
  /** Resolves when all serve for the first time. */
  readonly served: Promise<void>
  /** Resolves to the reason when the crew cannot go on. */
  readonly lost: Promise<string>
  tell(number: number, message: ToWorker): void
  /** Returns when all are gone. */
  stop(hurried: AbortSignal): Promise<void>
}

/** A place in the crew, and who has it now. */
interface Member {
  number: number
  worker: Worker | undefined
  startedMs: number
  isServing: boolean
  /** Ends in a row: before it served, and soon after. */
  earlyEnds: number
  soonEnds: number
  timer: NodeJS.Timeout | undefined
}

interface Muster extends CrewOptions {
  members: Member[]
  isStopping: boolean
  onServing(): unknown
  giveUp(error: Error): void
}

export function openCrew(options: CrewOptions): Crew {
  const numbers = Array.from({ length: options.count }, (_, at) => at + 1)
  const members = numbers.map(newMember)
  const muster: Muster = { ...options, members, isStopping: false, onServing() {}, giveUp() {} }
  const lost = new Promise<Error>(resolve => {
    muster.giveUp = resolve
  })
  const allServe = new Promise<void>(resolve => {
    muster.onServing = () => members.every(({ isServing }) => isServing) && resolve()
  })
  for (const member of members) enlist(muster, member)
  return {
    served: Promise.race([allServe, lost.then(error => Promise.reject(error))]),
    lost: lost.then(({ message }) => message),
    tell: (number, message) => tell(members[number - 1]?.worker, message),
    stop: hurried => dismiss(muster, hurried),
  }
}

const newMember = (number: number): Member => ({
  number,
  worker: undefined,
  startedMs: 0,
  isServing: false,
  earlyEnds: 0,
  soonEnds: 0,
  timer: undefined,
})

/** Who is just ending hears nothing, and that is no fault. */
function tell(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected()) worker.send(message, () => {})
}

function enlist(muster: Muster, member: Member): void {
  const worker = cluster.fork()
  Object.assign(member, { worker, startedMs: performance.now(), isServing: false, timer: undefined })
  worker.on('message', (message: ToLeader) => hear(muster, member, message))
  worker.once('exit', (code, signal) => end(muster, member, signal ?? `exit code ${code}`))
  // A process that could not be started has no exit; a message that did not arrive has one.
  worker.on('error', error => {
    if (worker.process.pid === undefined) end(muster, member, error.message)
  })
}

function hear(muster: Muster, member: Member, message: ToLeader): void {
  if (message.kind === 'refused') muster.giveUp(new ListenError(message.line))
  else if (message.kind === 'ready') tell(member.worker, muster.beginningOf(member.number))
  else if (message.kind === 'serving') noteServing(muster, member)
  else muster.receive(member.number, message)
}

function noteServing(muster: Muster, member: Member): void {
  member.isServing = true
  member.earlyEnds = 0
  muster.log.info(`Worker ${member.number} serves (pid ${member.worker?.process.pid}).`)
  muster.onServing()
}

function end(muster: Muster, member: Member, how: string): void {
  const { number, worker, isServing } = member
  const name = `Worker ${number} (pid ${worker?.process.pid ?? 'none'})`
  member.worker = undefined
  member.isServing = false
  muster.forget(number)
  if (muster.isStopping) return
  member.earlyEnds += isServing ? 0 : 1
  if (member.earlyEnds < mostEarlyEnds)
    replace(muster, member, { what: `${name} was lost (${how})`, wasServing: isServing })
  else muster.giveUp(new WorkerError(`${name} ended ${mostEarlyEnds} times in a row before it served (${how}).`))
}

function replace(muster: Muster, member: Member, { what, wasServing }: { what: string; wasServing: boolean }): void {
  const isSteady = wasServing && performance.now() - member.startedMs > steadyMs
  member.soonEnds = isSteady ? 0 : member.soonEnds + 1
  const pauseMs = member.soonEnds === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (member.soonEnds - 1))
  muster.log.warn(`${what}; another one starts ${pauseMs > 0 ? `in ${pauseMs} ms` : 'now'}.`)
  member.timer = setTimeout(() => enlist(muster, member), pauseMs)
}

async function dismiss(muster: Muster, hurried: AbortSignal): Promise<void> {
  muster.isStopping = true
  const workers = muster.members.flatMap(({ worker }) => worker ?? [])
  for (const { timer } of muster.members) clearTimeout(timer)
  const gone = Promise.all(workers.map(worker => new Promise(resolve => void worker.once('exit', resolve))))
  for (const worker of workers) tell(worker, { kind: 'stop' })
  const late = sleep(stopMs, undefined, { ref: false, signal: hurried }).catch(async () => {
    for (const worker of workers) tell(worker, { kind: 'hurry' })
    await sleep(hurriedStopMs, undefined, { ref: false })
  })
  await Promise.race([gone, late])
  for (const worker of workers) if (!worker.isDead()) worker.process.kill('SIGKILL')
  await gone
}
