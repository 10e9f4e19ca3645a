/** The actions of a batch. */
import { documentActions } from '../../../kernel/document-actions.ts'
import { createMaterialIssue } from '../production/materials.ts'
import { receiveProduction } from '../production/receipts.ts'
import { advanceErrors, advancePhase, moveBatch } from './advance.ts'
import { blendBatch, blendErrors } from './blend.ts'
import { batches } from './document.ts'
import { cancelBatch } from './ending.ts'
import { recordLoss } from './loss.ts'
import { splitBatch } from './split.ts'
import { undoLast } from './undo.ts'

const withStock = { ...batches.access.write, additionalScopes: ['stock:write'] } as const

export const batchActions = documentActions(
  batches,
  {
    advance_phase: advancePhase,
    move: moveBatch,
    create_material_issue: createMaterialIssue,
    receive_production: receiveProduction,
    record_loss: recordLoss,
    split: splitBatch,
    blend: blendBatch,
    undo_last: undoLast,
    cancel: cancelBatch,
  },
  {
    access: { create_material_issue: withStock, receive_production: withStock },
    bodyErrors: { advance_phase: advanceErrors, blend: blendErrors },
  },
)
