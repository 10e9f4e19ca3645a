/** What the parts that measure rates share. */
import { contend } from '../load.js'

/** The same requests sent to the floor and to us; `least` is the part of the floor's rate that we owe. */
export async function besideFloor(bench, { title, next, least }) {
  const { floor, ours } = await contend([
    { name: 'floor', process: bench.floor, next },
    { name: 'ours', process: bench.installation, next },
  ])
  return [rateBeside({ title, ours, beside: floor, target: { least } })]
}

/** A measure of one contender beside another, with what tells how far to trust it. */
export function rateBeside({ title, ours, beside, name = 'floor', target }) {
  const percent = part => `${Math.round(part * 100)} %`
  const cpu = of => `${Math.round(of.cpuMicroseconds)} µs`
  return {
    title,
    unit: 'req/s',
    value: ours.rate,
    beside: { name, value: beside.rate },
    ...(target && { target }),
    note: [
      `p50 ${ours.p50Ms} ms, p99 ${ours.p99Ms} ms`,
      `CPU ${cpu(ours)}, ${name} ${cpu(beside)}`,
      `spread ${percent(ours.spread)}, ${name} ${percent(beside.spread)}`,
    ].join('; '),
    rounds: { ours, beside },
  }
}

export const randomOf = values => values[Math.floor(Math.random() * values.length)]
