/** Contenders in turn, in several short rounds, and the median of each. */
import { cpuUsage } from 'node:process'
import { openConnection } from './connection.js'
import { connections, roundSeconds, rounds, warmUpRequests } from './settings.js'
import { median, quantile, spread } from './statistics.js'

/**
 * @typedef {object} Extent Of one round: `duration` in seconds or `amount` of operations.
 * @typedef {object} Run What a round came to: `answered` operations in `seconds`, `p50Ms`, `p99Ms`.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {{ origin: string, cpu: () => { node: number, postgres: number } }} process
 * @property {() => object} [next] Makes the next request: method, path, headers and body.
 * @property {(extent: Extent, clients?: number) => Promise<Run>} [run] Instead of requests that `next` makes.
 * @property {(extent: Extent) => Promise<void>} [prepare] Makes what a round uses up; not measured.
 * @property {number} [clients] Instead of as many as everywhere else.
 * @property {Extent} [extent] Of its rounds, instead of that of everyone.
 * @property {number} [warmUp] Operations, instead of as many as everywhere else.
 */

/** @param {Contender[]} contenders */
export async function contend(contenders, { times = rounds, extent = { duration: roundSeconds } } = {}) {
  const taken = new Map(contenders.map(({ name }) => [name, []]))
  for (const contender of contenders) await measure(contender, { amount: contender.warmUp ?? warmUpRequests })
  for (let round = 0; round < times; round++) {
    // Whoever goes second finds other caches than whoever goes first, so they take turns in that as well.
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) taken.get(contender.name).push(await measure(contender, contender.extent ?? extent))
  }
  return Object.fromEntries([...taken].map(([name, results]) => [name, summary(results)]))
}

function summary(results) {
  const rates = results.map(result => result.rate)
  const medianOf = pick => median(results.map(pick))
  const leastOf = pick => Math.min(...results.map(pick))
  return {
    rate: median(rates),
    spread: spread(rates),
    p50Ms: medianOf(result => result.p50Ms),
    p99Ms: medianOf(result => result.p99Ms),
    cpu: byProcess(part => medianOf(result => result.cpu[part])),
    leastCpu: byProcess(part => leastOf(result => result.cpu[part])),
    rates,
  }
}

/** `load` is what it costs to ask. */
const byProcess = of => ({ node: of('node'), postgres: of('postgres'), load: of('load') })

/** The processor time is that of one operation, in microseconds. */
async function measure(contender, extent) {
  const { process, prepare, run = loadOverHttp(contender) } = contender
  await prepare?.(extent)
  const look = () => ({ ...process.cpu(), load: ownTime() })
  const before = look()
  const { answered, seconds, p50Ms, p99Ms } = await run(extent)
  const after = look()
  return {
    rate: answered / seconds,
    cpu: byProcess(part => (after[part] - before[part]) / answered),
    p50Ms,
    p99Ms,
  }
}

function ownTime() {
  const { user, system } = cpuUsage()
  return user + system
}

/** One operation after another. */
export const runByOne = (contender, extent) => (contender.run ?? loadOverHttp({ ...contender, clients: 1 }))(extent, 1)

const loadOverHttp =
  ({ name, process, next, clients = connections }) =>
  extent =>
    loadByConnections({ origin: process.origin, clients }, extent, async connection => {
      const { status, body } = await connection.send(next())
      if (status < 200 || status >= 300) throw new Error(`${name}: ${status} ${body}`)
    })

/** Clients with a connection each, kept as long as the round lasts: `work(connection, turn)`. */
export async function loadByConnections({ origin, clients }, extent, work) {
  const open = Array.from({ length: Math.min(clients, extent.amount ?? clients) }, () => openConnection(origin))
  try {
    return await loadByClients(open.length, extent, (client, turn) => work(open[client], turn))
  } finally {
    for (const connection of open) connection.close()
  }
}

/** Clients that call `work(client, turn)` again and again: for what is no single request. Returns the round. */
export async function loadByClients(clients, { duration, amount = Number.POSITIVE_INFINITY }, work) {
  const started = performance.now()
  const until = duration ? started + duration * 1_000 : Number.POSITIVE_INFINITY
  const times = []
  let begun = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (begun < amount && performance.now() < until) {
        const turn = begun++
        const startedOne = performance.now()
        await work(client, turn)
        times.push(performance.now() - startedOne)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  return { answered: times.length, seconds, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}
