/** The actions of a batch. */
import { problem } from '../../../contract/problems.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { batches } from './document.ts'
import { BatchActionResult } from './schema.ts'

const notYet = async (): Promise<never> => {
  throw problem('conflict', { detail: 'Not possible yet.' })
}

const withStock = { ...batches.access.write, additionalScopes: ['stock:write'] } as const

export const batchActions = documentActions(
  batches,
  {
    advance_phase: notYet,
    move: notYet,
    create_material_issue: notYet,
    receive_production: notYet,
    record_loss: notYet,
    split: notYet,
    blend: notYet,
    undo_last: notYet,
    cancel: notYet,
  },
  { returns: BatchActionResult, access: { create_material_issue: withStock, receive_production: withStock } },
)
