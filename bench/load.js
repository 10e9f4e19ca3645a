/** Load by autocannon: contenders in turn, in several short rounds, and the median of each. */
import autocannon from 'autocannon'
import { connections, roundSeconds, rounds, warmUpRequests } from './settings.js'
import { median, spread } from './statistics.js'

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {{ origin: string, cpu: () => Promise<number> }} process
 * @property {() => object} next Makes the next request: method, path, headers and body.
 * @property {number} [clients] Instead of as many as everywhere else.
 * @property {number} [warmUp] Requests, instead of as many as everywhere else.
 */

/** @param {Contender[]} contenders */
export async function contend(contenders) {
  const taken = new Map(contenders.map(({ name }) => [name, []]))
  for (const contender of contenders) await load(contender, { amount: contender.warmUp ?? warmUpRequests })
  for (let round = 0; round < rounds; round++) {
    // Whoever goes second finds other caches than whoever goes first, so they take turns in that as well.
    const order = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) taken.get(contender.name).push(await load(contender, { duration: roundSeconds }))
  }
  return Object.fromEntries([...taken].map(([name, results]) => [name, summary(results)]))
}

function summary(results) {
  const rates = results.map(result => result.rate)
  return {
    rate: median(rates),
    spread: spread(rates),
    p50Ms: median(results.map(result => result.p50Ms)),
    p99Ms: median(results.map(result => result.p99Ms)),
    cpuMicroseconds: median(results.map(result => result.cpuMicroseconds)),
    rates,
  }
}

/** `extent` is `duration` in seconds or `amount` of requests. */
async function load({ name, process, next, clients = connections }, extent) {
  const cpuBefore = await process.cpu()
  const result = await autocannon({
    url: process.origin,
    connections: clients,
    ...extent,
    requests: [{ setupRequest: request => ({ ...request, ...next() }) }],
  })
  const { errors, timeouts, non2xx } = result
  if (errors + timeouts + non2xx > 0) {
    const codes = JSON.stringify(result.statusCodeStats)
    throw new Error(`${name}: ${non2xx} answers were not 2xx ${codes}, ${errors} errors, ${timeouts} timeouts`)
  }
  const answered = result['2xx']
  return {
    rate: answered / result.duration,
    cpuMicroseconds: ((await process.cpu()) - cpuBefore) / answered,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
