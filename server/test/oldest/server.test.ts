/** What is declared here really is on the oldest PostgreSQL we support. */
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { onOldest, useService } from '../support/service.ts'

await onOldest(async () => {
  const service = useService()

  test('its services are', async () => {
    const row = await service.database.maybe<{ server_version: string }>(sql`show server_version`)
    expect(row!.server_version).toMatch(/^15\./)
  })
})

const ours = useService()

test('those declared behind it are on ours again', async () => {
  const row = await ours.database.maybe<{ server_version: string }>(sql`show server_version`)
  expect(row!.server_version).toMatch(/^18\./)
})
