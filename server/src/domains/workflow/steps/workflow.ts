/** The states of a workflow step: called, waited for, handed over to a person, done. */
import { defineWorkflow } from '../../../contract/workflow.ts'
import { CompleteBody, HandOverBody, stepStatuses, WaitBody } from './schema.ts'

const openStatuses = ['pending', 'called', 'waiting_external', 'handed_over'] as const

export const stepWorkflow = defineWorkflow({
  object: 'workflow_step',
  states: stepStatuses,
  initial: 'pending',
  alsoCreatedIn: ['called'],
  actions: {
    call: {
      from: ['pending'],
      to: 'called',
      event: 'step_called',
      summary: 'Calls the external system: the event is the call. The time until the deadline begins.',
      errors: ['step_not_external', 'step_handed_over'],
    },
    wait: {
      title: 'Wait for {document}',
      from: ['called', 'waiting_external'],
      to: 'waiting_external',
      event: 'step_waiting_external',
      summary: 'The external system is at work. Sent again it moves the deadline, without an event.',
      errors: ['step_not_external', 'step_handed_over', 'step_not_waiting'],
      body: WaitBody,
    },
    complete: {
      from: ['waiting_external'],
      to: 'completed',
      event: 'step_completed_external',
      emits: ['workflow.step_called'],
      summary: 'The external system is done. Steps that waited for this one are called.',
      errors: ['step_not_external', 'step_handed_over', 'step_not_waiting'],
      body: CompleteBody,
    },
    hand_over: {
      title: 'Hand {document} over to a person',
      from: ['pending', 'called', 'waiting_external'],
      to: 'handed_over',
      summary: 'Makes it the task of a person of its role, who is told by mail.',
      errors: ['step_not_external', 'step_handed_over'],
      body: HandOverBody,
    },
  },
  automatic: [
    { from: ['pending'], to: 'called', summary: 'All steps before it are completed with `ok`.' },
    { from: ['called', 'waiting_external'], to: 'handed_over', summary: 'Its deadline passed.' },
    { from: ['pending', 'handed_over'], to: 'completed', summary: 'A person completed it.' },
    { from: openStatuses, to: 'cancelled', summary: 'Its document was cancelled or reverted to draft.' },
  ],
})
