/** Filing is for the tax office: it asks for the month to be typed. */
import { later } from '../../kit/later.tsx'
import { registerAsking, registerPanel } from '../../patterns/action-panels.ts'

registerPanel(
  'excise_report',
  'file',
  later(async () => (await import('./file-panel.tsx')).FilePanel),
)
registerAsking('excise_report', 'file')
