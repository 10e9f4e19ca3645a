/** The audit, as the people who manage an account read it. */
import { defineDomain } from '../../kernel/domain.ts'
import { auditEndpoints } from './endpoints.ts'
import { expireAudit } from './workers.ts'

export const audit = defineDomain({
  name: 'audit',
  after: ['accounts'],
  endpoints: auditEndpoints,
  workers: [expireAudit],
})
