/** The log: one line for each thing that happened, to standard error, as JSON or for people to read. */
import { destination, type Logger, pino } from 'pino'
import { withoutSecrets } from '../lib/without-secrets.ts'
import type { Config } from './config.ts'

/** A worker's lines carry its number. */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>, worker?: number): Logger {
  const streamWrite = logFormat === 'pretty' ? (line: string) => withoutSecrets(prettyLine(line)) : withoutSecrets
  const options = {
    level: logLevel,
    hooks: { streamWrite },
    formatters: { level: (level: string) => ({ level }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  const log = pino(options, destination({ dest: 2, sync: true }))
  return worker === undefined ? log : log.child({ worker })
}

/** The same for whoever starts it by hand: when, how bad, what, and the rest as words with values. */
export function prettyLine(line: string): string {
  const { level, time, msg = '', pid: _pid, hostname: _hostname, err, ...rest } = JSON.parse(line)
  const details = Object.entries(rest).map(([name, value]) => `${name}=${told(value)}`)
  const failure = err?.stack ?? err?.message
  const head = [time, String(level).toUpperCase().padEnd(5), msg, ...details].filter(part => part !== '').join(' ')
  return `${failure === undefined ? head : `${head}\n${failure}`}\n`
}

const told = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
