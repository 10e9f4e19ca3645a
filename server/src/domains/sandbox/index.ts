/** The sandbox: emptied and filled again as often as one likes, with a clock of its own. */
import { defineDomain } from '../../kernel/domain.ts'
import { sandboxAdvanceClock, sandboxReset, sandboxSeed } from './endpoints.ts'

export const sandbox = defineDomain({
  name: 'sandbox',
  after: ['accounts', 'demo'],
  endpoints: [sandboxReset, sandboxSeed, sandboxAdvanceClock],
})
