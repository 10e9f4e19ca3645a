/** What the parts that measure rates share. */
import { contend } from '../load.js'

/**
 * The same requests sent to the floor and to us; `least` is the part of the floor's rate that we owe. `limit` are the
 * contenders of the bare limit, where it knows the operation.
 */
export async function besideFloor(bench, { title, next, least, limit = [] }) {
  const { floor, ours, ...limits } = await contend([
    { name: 'floor', process: bench.floor, next },
    { name: 'ours', process: bench.installation, next },
    ...limit,
  ])
  return [rateBeside({ title, ours, beside: floor, limits, target: { least } })]
}

/**
 * A measure of one contender beside another, with what tells how far to trust it. `limits` has the bare limit, and for
 * a write the same behind a plain HTTP server.
 */
export function rateBeside({ title, ours, beside, name = 'floor', target, limits = {} }) {
  const { limit, limitHttp } = limits
  const sides = [['', ours], [`${name} `, beside], ...(limit ? [['limit ', limit]] : [])]
  const each = show => sides.map(([side, of]) => side + show(of)).join(', ')
  return {
    title,
    unit: 'req/s',
    value: ours.rate,
    beside: { name, value: beside.rate },
    ...(limit && { limit: { value: limit.rate } }),
    ...(target && { target }),
    note: [
      `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms`,
      `CPU of Node + PostgreSQL ${each(({ cpu }) => `${microseconds(cpu.node)} + ${microseconds(cpu.postgres)} µs`)}`,
      `spread ${each(({ spread }) => `${Math.round(spread * 100)} %`)}`,
      limitHttp && `limit over HTTP ${Math.round(limitHttp.rate)} req/s`,
    ]
      .filter(Boolean)
      .join('; '),
    rounds: { ours, beside, ...limits },
  }
}

const microseconds = value => (Number.isNaN(value) ? '?' : String(Math.round(value)))

export const randomOf = values => values[Math.floor(Math.random() * values.length)]
