/** Figures for whoever watches: loaded and counted only where METRICS_PORT or METRICS_TOKEN says so. */
import type { MetricsPage } from '../kernel/ports/metrics.ts'
import type { Figures, OpenMetrics } from '../metrics/open.ts'
import type { Config } from './config.ts'

export const isMeasured = ({ metricsPort, metricsToken }: Config): boolean =>
  metricsPort !== undefined || metricsToken !== undefined

export async function startMetrics(config: Config): Promise<OpenMetrics | undefined> {
  if (!isMeasured(config)) return undefined
  const { openMetrics } = await import('../metrics/open.ts')
  return openMetrics()
}

/** Put together from all processes that serve. */
export async function textOfAll(all: readonly Figures[]): Promise<string> {
  const { textOf } = await import('../metrics/open.ts')
  return textOf(all)
}

export const metricsPage = ({ metricsToken: token }: Config, text: () => Promise<string>): MetricsPage | undefined =>
  token === undefined ? undefined : { token, text }
