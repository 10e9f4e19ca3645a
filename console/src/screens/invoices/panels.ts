/** The bodies of an invoice's actions that deserve more than a form made from their schema. */
import { later } from '../../kit/later.tsx'
import { registerPanel } from '../../patterns/action-panels.ts'
import { registerPayments } from '../../patterns/payments.ts'

const CreditPanel = later(async () => (await import('./credit-panel.tsx')).CreditPanel)
const GroupPanel = later(async () => (await import('./group-panel.tsx')).GroupPanel)

registerPayments('invoice')
registerPanel('invoice', 'credit', CreditPanel)
registerPanel('invoice', 'group_stock_issues', GroupPanel)
