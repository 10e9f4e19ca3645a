/** Which documents have workflow steps, and which of their actions no step may hold back. */

export const steppedDocuments = [
  'order',
  'goods_receipt',
  'stock_issue',
  'invoice',
  'received_invoice',
  'cashflow',
  'batch',
  'packaging_run',
  'excise_report',
] as const

export type SteppedDocument = (typeof steppedDocuments)[number]

export const hasSteps = (object: string): boolean => (steppedDocuments as readonly string[]).includes(object)

/** What an action or a create of such a document may start. */
export const stepEvents = (object: string): 'workflow.step_called'[] =>
  hasSteps(object) ? ['workflow.step_called'] : []

/** The ways back: a hold that nobody can lift must not lock a document for ever. */
const neverHeld = ['cancel', 'revert_to_draft', 'undo_last']

export const canBeHeld = (action: string): boolean => !neverHeld.includes(action)

/**
 * The kind of document the event of a step is about, by the text of the event or of its data: who may not read that
 * document may not read it there either. Undefined for all other events.
 */
export const documentOfStep = (type: string, text: string | Buffer): string | undefined =>
  type.startsWith('workflow.step_') ? /"document":\{"object":"(\w+)"/.exec(text.toString())?.[1] : undefined
