/** A log that a test can read. */
import { type Logger, pino } from 'pino'
import { withoutSecrets } from '../../src/lib/without-secrets.ts'

export interface KeptLog {
  log: Logger
  /** As they were written, secrets taken out as in the service. */
  // biome-ignore lint/suspicious/noExplicitAny: a line has whatever it tells
  lines: any[]
}

export function keptLog(): KeptLog {
  const lines: unknown[] = []
  const options = {
    hooks: { streamWrite: withoutSecrets },
    formatters: { level: (level: string) => ({ level }) },
    base: null,
    timestamp: false,
  }
  return { log: pino(options, { write: line => void lines.push(JSON.parse(line)) }), lines }
}
