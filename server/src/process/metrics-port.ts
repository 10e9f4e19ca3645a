/** The page of figures on a port of its own, away from the public one. */
import { createServer } from 'node:http'
import { isSameSecret } from '../lib/same-secret.ts'
import type { Config } from './config.ts'
import { ListenError } from './database.ts'

export interface MetricsPort {
  stop(): void
}

/** Undefined where no port is set. */
export async function openMetricsPort(
  { host, metricsPort, metricsToken }: Pick<Config, 'host' | 'metricsPort' | 'metricsToken'>,
  text: () => Promise<string>,
): Promise<MetricsPort | undefined> {
  if (metricsPort === undefined) return undefined
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics'
    const mayKnow =
      metricsToken === undefined || isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!isAsked || !mayKnow) return void response.writeHead(isAsked ? 401 : 404).end()
    text().then(
      page => response.writeHead(200, { 'Content-Type': metricsType }).end(page),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error) => reject(new ListenError(`Cannot listen on METRICS_PORT: ${error.message}.`))
    server.once('error', refuse).listen(metricsPort, host, resolve)
  })
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8'
