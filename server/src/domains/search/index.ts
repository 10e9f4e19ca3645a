/** Search: one question to all domains. */
import { defineDomain } from '../../kernel/domain.ts'
import { search as searchEndpoint } from './endpoints.ts'

export const search = defineDomain({ name: 'search', after: [], endpoints: [searchEndpoint] })
