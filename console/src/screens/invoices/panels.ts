/** The bodies of an invoice's actions that deserve more than a form made from their schema. */
import type { Invoice } from '@cellarbook/sdk'
import { todayIn } from '../../format/days.ts'
import { later } from '../../kit/later.tsx'
import { registerInitial, registerPanel } from '../../patterns/action-panels.ts'
import { currentTimeZone } from '../../words/use-format.ts'

const PayPanel = later(async () => (await import('./pay-panel.tsx')).PayPanel)
const CreditPanel = later(async () => (await import('./credit-panel.tsx')).CreditPanel)
const GroupPanel = later(async () => (await import('./group-panel.tsx')).GroupPanel)

registerPanel('invoice', 'mark_paid', PayPanel)
registerInitial('invoice', 'mark_paid', record => ({
  paid_at: todayIn(currentTimeZone()),
  amount: (record as Invoice).amount_remaining,
}))
registerPanel('invoice', 'credit', CreditPanel)
registerPanel('invoice', 'group_stock_issues', GroupPanel)
