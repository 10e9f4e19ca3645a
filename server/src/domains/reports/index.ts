/** Reports: what waits, and figures over time. */
import { defineDomain } from '../../kernel/domain.ts'
import { reportEndpoints } from './endpoints.ts'

export const reports = defineDomain({ name: 'reports', after: [], endpoints: reportEndpoints })
