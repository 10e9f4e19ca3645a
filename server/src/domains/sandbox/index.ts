/** The sandbox: emptied and filled again as often as one likes. */
import { defineDomain } from '../../kernel/domain.ts'
import { sandboxReset, sandboxSeed } from './endpoints.ts'

export const sandbox = defineDomain({
  name: 'sandbox',
  after: ['accounts', 'demo'],
  endpoints: [sandboxReset, sandboxSeed],
})
