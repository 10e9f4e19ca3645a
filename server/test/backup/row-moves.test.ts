/** What it takes to move or delete a tenant: a role without the right is told so before anything has changed. */
import { expect, test } from 'vitest'
import { deleteTenant, refuseDeletion } from '../../src/backup/tenant-delete.ts'
import { newAccount } from '../support/account.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('a role that may not move rows is told which right it lacks, and the tenant stays', async () => {
  const { tenant, api } = await newAccount(service)
  const { id } = (await api.get('/me')).body.tenant
  const lacking = /grant set on parameter session_replication_role/
  await expect(refuseDeletion(service.database)).rejects.toThrow(lacking)
  await expect(deleteTenant(service.database, { id, books: [] })).rejects.toThrow(lacking)
  expect((await api.get('/me')).body.tenant.slug).toBe(tenant.slug)
})
