/** The dashboard asks for figures that the service has. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { house } from '../../src/domains/index.ts'
import { bookQueue } from '../../src/kernel/book-queue.ts'
import { openMetrics, textOf } from '../../src/metrics/open.ts'
import { boundlessDisk } from '../../src/storage/disk.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('every figure of the dashboard is on the page', async () => {
  const metrics = openMetrics()
  const { database } = service
  metrics.watch({ database, queue: bookQueue(), disk: { ...boundlessDisk, freeBytes: 1 }, measures: house.measures })
  metrics.noteRequest({ route: 'me.get', kind: 'read', status: 200, code: '', seconds: 0.01 })
  metrics.noteJob('sending mails', true)
  metrics.noteDelivery({ outcome: 'dead', seconds: 0.1, httpStatus: 500, error: 'http_500' })
  const page = await textOf([await metrics.figures()])
  const dashboard = readFileSync(new URL('../../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const asked = new Set(dashboard.match(/\b(cellarbook|nodejs|process)_\w+/g))
  expect(
    [...asked].filter(
      name => !page.includes(`${name} `) && !page.includes(`${name}{`) && !page.includes(`# TYPE ${name}`),
    ),
  ).toEqual([])
  expect(asked.size).toBeGreaterThan(15)
  expect(page).toMatch(/^cellarbook_request_seconds_bucket\{le="0.01",route="me.get",kind="read"\} 1$/m)
  expect(page).toMatch(/^cellarbook_delivery_attempts_total\{outcome="dead"\} 1$/m)
})
