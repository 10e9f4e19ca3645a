/** Counts and times answered requests by route. */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '../kernel/ports/metrics.ts'

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Each kind of answer has its meter, made once: to look labels up by their names costs more than to count. */
export function requestMetrics(registry: Registry): (answered: AnsweredRequest) => void {
  const registers = [registry]
  const requests = new Counter({
    name: 'cellarbook_requests_total',
    help: 'Answered requests.',
    labelNames: ['route', 'kind', 'status', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'cellarbook_request_seconds',
    help: 'How long answers took.',
    labelNames: ['route', 'kind'],
    buckets,
    registers,
  })
  const meters = new Map<string, (value: number) => void>()
  const meterOf = ({ route, kind, status, code }: AnsweredRequest) => {
    const counter = requests.labels(route, kind, String(status), code)
    const histogram = seconds.labels(route, kind)
    return (value: number) => {
      counter.inc()
      histogram.observe(value)
    }
  }
  return answered => {
    const name = `${answered.route} ${answered.status} ${answered.code}`
    const meter = meters.get(name) ?? meterOf(answered)
    meters.set(name, meter)
    meter(answered.seconds)
  }
}
