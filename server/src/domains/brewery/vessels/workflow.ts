/** The states of a vessel. Batches fill and free it; people clean it. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { FinishCleaningBody, vesselStatuses } from './schema.ts'

export const vesselWorkflow = defineWorkflow({
  object: 'vessel',
  states: vesselStatuses,
  initial: 'free',
  actions: {
    start_cleaning: {
      title: 'Start cleaning {document}',
      from: ['free'],
      to: 'cleaning',
      summary: 'Nothing enters it until it is clean.',
      errors: [],
    },
    finish_cleaning: {
      title: 'Finish cleaning {document}',
      from: ['cleaning'],
      to: 'free',
      summary: 'Frees the vessel and sets last_cleaned_at.',
      errors: [],
      body: FinishCleaningBody,
    },
  },
  automatic: [
    { from: ['free'], to: 'occupied', summary: 'A batch enters.' },
    { from: ['occupied'], to: ['cleaning', 'free'], summary: 'Its batch leaves, completes or is cancelled.' },
    { from: ['cleaning'], to: 'occupied', summary: 'Its batch returns: that it left was undone.' },
  ],
})
