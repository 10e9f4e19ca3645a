/** The bodies of a batch's actions that deserve more than a form made from their schema. */
import type { Batch } from '@cellarbook/sdk'
import { later } from '../../kit/later.tsx'
import { registerInitial, registerPanel } from '../../patterns/action-panels.ts'

registerPanel(
  'batch',
  'advance_phase',
  later(async () => (await import('./advance-panel.tsx')).AdvancePanel),
)
registerPanel(
  'batch',
  'create_material_issue',
  later(async () => (await import('./material-panel.tsx')).MaterialPanel),
)
registerPanel(
  'batch',
  'move',
  later(async () => (await import('./move-panel.tsx')).MovePanel),
)
registerPanel(
  'batch',
  'split',
  later(async () => (await import('./move-panel.tsx')).SplitPanel),
)
registerPanel(
  'batch',
  'receive_production',
  later(async () => (await import('./receive-panel.tsx')).ReceivePanel),
)
registerPanel(
  'batch',
  'blend',
  later(async () => (await import('./blend-panel.tsx')).BlendPanel),
)
registerPanel(
  'batch',
  'cancel',
  later(async () => (await import('./cancel-panel.tsx')).CancelPanel),
)
registerInitial('batch', 'receive_production', record => ({ quantity: (record as Batch).volume_l ?? '' }))
