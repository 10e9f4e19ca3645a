/** The bodies of an invoice's actions that deserve more than a form made from their schema. */
import type { Invoice } from '@cellarbook/sdk'
import { todayIn } from '../../format/days.ts'
import { registerInitial, registerPanel } from '../../patterns/action-panels.ts'
import { currentTimeZone } from '../../words/use-format.ts'
import { CreditPanel } from './credit-panel.tsx'
import { GroupPanel } from './group-panel.tsx'
import { PayPanel } from './pay-panel.tsx'

registerPanel('invoice', 'mark_paid', PayPanel)
registerInitial('invoice', 'mark_paid', record => ({
  paid_at: todayIn(currentTimeZone()),
  amount: (record as Invoice).amount_remaining,
}))
registerPanel('invoice', 'credit', CreditPanel)
registerPanel('invoice', 'group_stock_issues', GroupPanel)
