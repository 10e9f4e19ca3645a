/** The states of an excise report: a draft follows the stock, what is filed is frozen. */
import type { EffectsSpec } from '../../../contract/effects.ts'
import { DateText, described, Shape, type Static } from '../../../contract/schema.ts'
import { defineWorkflow } from '../../../contract/workflow.ts'
import { FileBody, reportStatuses } from './schema.ts'

const FileEffects = Shape(
  { locked_until: described<string>(DateText, 'No beer moves up to this day in warehouses of excise.') },
  { title: 'ExciseFileEffects', description: 'What filing would close.' },
)
export type FileEffects = Static<typeof FileEffects>
const fileEffects: EffectsSpec<FileEffects> = { scopes: ['brewery:read'], schema: FileEffects }

export const reportWorkflow = defineWorkflow({
  object: 'excise_report',
  states: reportStatuses,
  initial: 'draft',
  actions: {
    recalculate: {
      from: ['draft'],
      to: 'draft',
      summary: 'Calculates the month again. When nothing changed, the version stays.',
      errors: ['conflict'],
    },
    file: {
      from: ['draft'],
      to: 'filed',
      body: FileBody,
      effects: fileEffects,
      summary:
        'Freezes the report and locks beer up to the end of its month. Refused before the month is over, while the ' +
        'report is stale, and while the month before is open though an older one is filed.',
      errors: ['conflict'],
    },
  },
  automatic: [
    { from: ['filed'], to: 'draft', summary: 'The newest filed month was taken back in the settings of the account.' },
  ],
})
