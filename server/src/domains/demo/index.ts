/** The demo brewery a first start and a sandbox are filled with. */
import { defineDomain } from '../../kernel/domain.ts'

export const demo = defineDomain({
  name: 'demo',
  after: ['core', 'stock', 'finance', 'sales', 'brewery', 'excise', 'pos', 'accounts', 'settings'],
})

export { seed } from './actions.ts'
