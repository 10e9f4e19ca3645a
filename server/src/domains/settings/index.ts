/** Settings: what the sections of every domain say, as one document. */
import { defineDomain } from '../../kernel/domain.ts'

export const settings = defineDomain({ name: 'settings', after: [] })

export { applySettings, exportSettings, settingsErrors } from './actions.ts'
export { entryShape, formSchema, settingsSchema } from './schema.ts'
