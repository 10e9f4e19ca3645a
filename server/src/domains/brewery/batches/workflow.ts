/** The phases of a batch and what can be done in each. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { levelEffects } from '../../stock/index.ts'
import {
  AdvanceBody,
  BlendBody,
  CancelBody,
  LossBody,
  MaterialIssueBody,
  MoveBody,
  ReceiveBody,
  SplitBody,
  UndoBody,
} from './bodies.ts'
import { type BatchPhase, batchPhases } from './schema.ts'

const working = ['planned', 'brewing', 'fermentation', 'lagering', 'packaging'] as const
const inVessels = ['brewing', 'fermentation', 'lagering', 'packaging'] as const
const beer = ['fermentation', 'lagering', 'packaging'] as const

export const isOpen = (phase: BatchPhase): boolean => (working as readonly string[]).includes(phase)

/** Phases go forward only; one may be skipped. */
export const isLater = (phase: BatchPhase, than: BatchPhase): boolean =>
  batchPhases.indexOf(phase) > batchPhases.indexOf(than)

export const batchWorkflow = defineWorkflow({
  object: 'batch',
  field: 'phase',
  states: batchPhases,
  initial: 'planned',
  // The child of a split begins where its parent is.
  alsoCreatedIn: beer,
  actions: {
    advance_phase: {
      title: 'Advance {document} to a later phase',
      from: working,
      to: ['brewing', 'fermentation', 'lagering', 'packaging', 'completed'],
      event: 'phase_changed',
      summary: 'Moves the batch to a later phase, into a vessel where one is named; `completed` frees the vessel.',
      errors: ['equipment_occupied', 'conflict'],
      body: AdvanceBody,
    },
    move: {
      title: 'Move {document} to another vessel',
      from: inVessels,
      to: 'same',
      event: 'phase_changed',
      summary: 'Moves the batch to another vessel within its phase.',
      errors: ['equipment_occupied', 'conflict'],
      body: MoveBody,
    },
    create_material_issue: {
      title: 'Create the material issue of {document}',
      from: working,
      to: 'same',
      creates: 'stock_issue',
      emits: ['stock_issue.created'],
      summary: 'Drafts a stock issue of the ingredients the recipe has for the phase, scaled to the planned volume.',
      errors: ['no_lines', 'conflict', 'system_warehouse'],
      body: MaterialIssueBody,
    },
    receive_production: {
      title: 'Receive the production of {document}',
      from: beer,
      to: 'same',
      creates: 'goods_receipt',
      emits: ['goods_receipt.created', 'goods_receipt.confirmed', 'stock_level.changed'],
      effects: levelEffects,
      summary: 'Receives beer into stock, with its share of the value in process.',
      errors: [
        'unit_mismatch',
        'unit_not_available',
        'quantity_scale',
        'conflict',
        'inventory_locked',
        'excise_reported',
        'system_warehouse',
      ],
      body: ReceiveBody,
    },
    record_loss: {
      title: 'Record a loss of {document}',
      from: beer,
      to: 'same',
      summary: 'Records litres lost. A normal loss makes the rest dearer; an abnormal one takes its value with it.',
      errors: ['conflict'],
      body: LossBody,
    },
    split: {
      from: beer,
      to: 'same',
      creates: 'batch',
      emits: ['batch.phase_changed'],
      summary: 'Makes a batch of a part of it, with the share of the value.',
      errors: ['equipment_occupied', 'conflict', 'external_ref_conflict'],
      body: SplitBody,
    },
    blend: {
      title: 'Blend other batches into {document}',
      from: beer,
      to: 'same',
      emits: ['batch.phase_changed'],
      summary: 'Takes litres of other batches in, with their share of the value; one that is empty then is completed.',
      errors: ['conflict'],
      body: BlendBody,
    },
    undo_last: {
      title: 'Undo the last operation of {document}',
      from: batchPhases,
      to: batchPhases,
      event: 'phase_changed',
      summary:
        'Takes back the newest operation that stands: phase, move, loss, split, blend, completion or cancellation. ' +
        'The event is emitted when phase or vessel change.',
      errors: ['equipment_occupied', 'conflict'],
      body: UndoBody,
    },
    cancel: {
      from: working,
      to: 'cancelled',
      event: 'phase_changed',
      summary: 'Gives the batch up. Materials do not return by it: revert their issues first if they were never used.',
      errors: ['conflict'],
      body: CancelBody,
    },
  },
  automatic: [
    { from: inVessels, to: 'completed', summary: 'It was blended into other batches to the last litre.' },
    { from: beer, to: 'cancelled', summary: 'The split that made it was undone.' },
    { from: ['completed'], to: inVessels, summary: 'The blend that emptied it was undone.' },
  ],
})
