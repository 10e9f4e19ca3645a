/** What the log tells of failed deliveries: a burst to one endpoint is one line. */
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { backgroundWork } from '../../src/domains/webhooks/dispatch/background.ts'
import { failureTeller } from '../../src/domains/webhooks/dispatch/failures-told.ts'
import type { Finished } from '../../src/domains/webhooks/dispatch/results.ts'
import { keptLog } from '../support/log.ts'
import { useService } from '../support/service.ts'

const service = useService()
const { log, lines } = keptLog()

function finished(book_id: string, endpoint_id: string, error: string | null): Finished {
  const delivery = { book_id, endpoint_id, url: 'https://shop.example.com/hooks/secret-path' } as Finished['delivery']
  const attempt = { httpStatus: error === 'http_status' ? 500 : null, durationMs: 12, error } as Finished['attempt']
  return { delivery, attempt, startedMs: 0, endedMs: 12 }
}

test('failures of one endpoint are gathered; an expired certificate is a warning; a success is nothing', async () => {
  const { slug } = await service.tenant()
  const { id } = (await service.database.maybe<{ id: string }>(
    sql`select b.id from books b join tenants t on t.id = b.tenant_id where t.slug = ${slug} and b.is_live`,
  ))!
  const teller = failureTeller({ database: service.database, log, background: backgroundWork(log) })
  teller.note([
    finished(id, 'one', 'timeout'),
    finished(id, 'two', 'tls: cert_has_expired'),
    finished(id, 'three', null),
  ])
  teller.note([finished(id, 'one', 'http_status')])
  await teller.flush()
  await teller.flush()
  const common = { tenant: slug, book: 'live', host: 'shop.example.com', ms: 12 }
  expect(lines).toEqual([
    {
      ...common,
      level: 'info',
      endpointId: 'one',
      failed: 2,
      status: 500,
      error: 'http_status',
      msg: 'webhook deliveries failed',
    },
    {
      ...common,
      level: 'warn',
      endpointId: 'two',
      failed: 1,
      status: null,
      error: 'tls: cert_has_expired',
      msg: 'webhook deliveries failed: the certificate of the receiver has expired',
    },
  ])
})
