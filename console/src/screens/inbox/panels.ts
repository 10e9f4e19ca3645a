/** The bodies of the inbox's actions that deserve more than a form made from their schema. */
import { later } from '../../kit/later.tsx'
import { registerPanel } from '../../patterns/action-panels.ts'

const SortPanel = later(async () => (await import('./sort-panel.tsx')).SortPanel)

registerPanel('inbox_submission', 'sort', SortPanel)
