/** The actions of a batch. */
import { problem } from '../../../contract/problems.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { advanceErrors, advancePhase, moveBatch } from './advance.ts'
import { blendBatch, blendErrors } from './blend.ts'
import { batches } from './document.ts'
import { cancelBatch } from './ending.ts'
import { recordLoss } from './loss.ts'
import { BatchActionResult } from './schema.ts'
import { splitBatch } from './split.ts'
import { undoLast } from './undo.ts'

const notYet = async (): Promise<never> => {
  throw problem('conflict', { detail: 'Not possible yet.' })
}

const withStock = { ...batches.access.write, additionalScopes: ['stock:write'] } as const

export const batchActions = documentActions(
  batches,
  {
    advance_phase: advancePhase,
    move: moveBatch,
    create_material_issue: notYet,
    receive_production: notYet,
    record_loss: recordLoss,
    split: splitBatch,
    blend: blendBatch,
    undo_last: undoLast,
    cancel: cancelBatch,
  },
  {
    returns: BatchActionResult,
    access: { create_material_issue: withStock, receive_production: withStock },
    bodyErrors: { advance_phase: advanceErrors, blend: blendErrors },
  },
)
