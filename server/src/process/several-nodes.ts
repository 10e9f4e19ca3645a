/** What several nodes on one database need: limits over all of them, the same signing key, files that all can reach. */
import { statSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../db/pool.ts'
import { type SharedRates, sharedRates } from '../http/shared-rates.ts'
import { agrees, decide, fingerprintOf } from '../kernel/agreement.ts'
import type { Config } from './config.ts'
import type { Store } from './database.ts'

/** Its own database is used by this node alone. */
export const ratesOf = ({ databaseUrl }: Config, database: Database): SharedRates | undefined =>
  databaseUrl === undefined ? undefined : sharedRates(database)

interface Node {
  config: Config
  store: Store
  log: Logger
}

export async function agreeWithNodes({ config, store, log }: Node): Promise<void> {
  if (config.databaseUrl === undefined) return
  if (config.s3 === undefined && !isMounted(config.dataDir)) {
    log.warn(
      'Files are kept in DATA_DIR of this node, and other nodes on the same database do not see them: set S3_…, or mount ' +
        'one disk as DATA_DIR on all of them.',
    )
  }
  if (config.webhookSigningKey === undefined) return
  const fingerprint = fingerprintOf(config.webhookSigningKey)
  if (await agrees(store.database, 'webhook_signing_key', fingerprint)) return
  log.warn(
    'WEBHOOK_SIGNING_KEY is not the one this database was last used with. Set the same key on all nodes. If it was changed ' +
      'on purpose, rotate the secrets of webhook endpoints: those sealed by the other key cannot be opened.',
  )
  await decide(store.database, 'webhook_signing_key', fingerprint)
}

/** A disk of its own is perhaps one that others mount, too. */
function isMounted(folder: string): boolean {
  try {
    return statSync(folder).dev !== statSync(path.dirname(path.resolve(folder))).dev
  } catch {
    return false
  }
}
