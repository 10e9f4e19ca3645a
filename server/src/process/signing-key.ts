/** The key that seals webhook secrets: the configured one, or for a service with its own database one in its folder. */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from './config.ts'

export function webhookSigningKey({ webhookSigningKey: key, databaseUrl, dataDir }: Config): string | undefined {
  if (key !== undefined || databaseUrl !== undefined) return key
  const file = path.join(dataDir, 'webhook-signing.key')
  if (readKey(file) === undefined) makeKey(file)
  const known = readKey(file)
  if (!known || known.length < 32)
    throw new ConfigError(`${file} holds no key: restore it, or set WEBHOOK_SIGNING_KEY.`)
  return known
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all, and never over another one: two processes may start at once. */
function makeKey(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}
