/** A line of the log for each burst of failed deliveries to one endpoint: an outage fails thousands in a row. */
import type { Logger } from 'pino'
import type { Database } from '../../../db/pool.ts'
import { findAccountOfBook } from '../../../kernel/account.ts'
import type { Background } from './background.ts'
import type { Finished } from './results.ts'

/** What fails within this time is one burst. */
const burstMs = 5_000

export interface FailureTeller {
  note(finished: readonly Finished[]): void
  /** Tells of what is gathered. */
  flush(): Promise<void>
}

interface Burst {
  failed: number
  last: Finished
}

export function failureTeller(deps: { database: Database; log: Logger; background: Background }): FailureTeller {
  let bursts = new Map<string, Burst>()
  let timer: NodeJS.Timeout | undefined
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const told = bursts
    bursts = new Map()
    for (const burst of told.values()) await tell(deps, burst)
  }
  return {
    note(finished) {
      for (const last of finished) {
        if (last.attempt.error === null) continue
        const { endpoint_id } = last.delivery
        bursts.set(endpoint_id, { failed: (bursts.get(endpoint_id)?.failed ?? 0) + 1, last })
      }
      if (bursts.size > 0) timer ??= setTimeout(() => void deps.background.run(flush), burstMs).unref()
    },
    flush,
  }
}

/** A certificate that has expired repairs itself no more than a full disk does. */
const isExpired = (error: string | null): boolean => error === 'tls: cert_has_expired'

/** Of the address its host alone: a path may be a secret. */
async function tell({ database, log }: { database: Database; log: Logger }, { failed, last }: Burst): Promise<void> {
  const { delivery, attempt } = last
  const account = await findAccountOfBook(database, delivery.book_id)
  const line = {
    tenant: account?.tenant.slug,
    book: account?.book.isLive ? 'live' : 'test',
    endpointId: delivery.endpoint_id,
    host: new URL(delivery.url).host,
    failed,
    status: attempt.httpStatus,
    error: attempt.error,
    ms: attempt.durationMs,
  }
  if (isExpired(attempt.error)) log.warn(line, 'webhook deliveries failed: the certificate of the receiver has expired')
  else log.info(line, 'webhook deliveries failed')
}
