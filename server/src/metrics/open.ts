/** The figures of one process, and those of several put together. Loaded only where somebody asks for them. */
import { AggregatorRegistry, collectDefaultMetrics, type MetricObject, Registry } from 'prom-client'
import type { Metrics } from '../kernel/ports/metrics.ts'
import { requestMetrics } from './request-metrics.ts'
import { deliveryMetrics, jobMetrics, measureService } from './service-metrics.ts'

/** What a worker hands to its leader. */
export type Figures = MetricObject[]

export interface OpenMetrics extends Metrics {
  figures(): Promise<Figures>
}

/** With what Node tells of itself: processor time, memory, the delay of the event loop. */
export function openMetrics(): OpenMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    noteRequest: requestMetrics(registry),
    noteJob: jobMetrics(registry),
    noteDelivery: deliveryMetrics(registry),
    watch: parts => measureService(registry, parts),
    figures: () => registry.getMetricsAsJSON() as Promise<Figures>,
  }
}

/** Sums over all processes; of what is the same for all, the largest. */
export const textOf = (all: readonly Figures[]): Promise<string> => AggregatorRegistry.aggregate([...all]).metrics()
