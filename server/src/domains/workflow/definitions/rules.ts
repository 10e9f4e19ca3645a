/** What a definition may say, and what a book watches because of its definitions. Pure. */
import { canBeHeld } from '../../../contract/steps.ts'
import { targetsOf } from '../../../contract/workflow.ts'
import type { AnyDocument } from '../../../kernel/document.ts'
import type { Complete } from '../../../kernel/settings.ts'
import { type WatchedActions, watchedName } from '../../../kernel/watched-actions.ts'
import { wrongCondition } from './conditions.ts'
import type { DefinitionEntry, StepEntry } from './schema.ts'
import type { Definition } from './store.ts'

const dayInSeconds = 86_400
const mostParams = 4_096

/** With everything said that it leaves to the service, so that an export is imported without a change. */
export function completeStep({
  key,
  title,
  kind,
  after = [],
  blocks = [],
  role = 'admin',
  ...call
}: StepEntry): StepEntry {
  const common = { key, title, kind, after, blocks, role }
  return kind === 'person'
    ? { ...common, ...call }
    : { ...common, call: 'auto', timeout_seconds: dayInSeconds, params: {}, ...call }
}

/** Why the definition cannot be, in words; `document` is undefined where the service has none of the kind. */
export function wrongDefinition(
  { on, when, steps }: Complete<DefinitionEntry>,
  document: AnyDocument | undefined,
): string | undefined {
  if (!document) return `There are no documents ${on.document}.`
  const condition = when.map(each => wrongCondition(document.listed, each)).find(reason => reason !== undefined)
  return wrongTrigger(on, document) ?? condition ?? wrongSteps(steps, document)
}

function wrongTrigger({ document: object, action, to }: DefinitionEntry['on'], { workflow }: AnyDocument) {
  if (to != null && !workflow.states.includes(to)) return `${object} has no state ${to}.`
  const declared = Object.hasOwn(workflow.actions, action) ? workflow.actions[action] : undefined
  if (!declared && action !== 'create') return `${object} has no action ${action}.`
  // Steps end with their document.
  const isEnd = to === 'cancelled' || declared?.from.every(from => isOnlyCancelled(targetsOf(declared, from)))
  return isEnd ? 'A cancelled document has no steps.' : undefined
}

const isOnlyCancelled = (states: readonly string[]): boolean => states.every(state => state === 'cancelled')

function wrongSteps(steps: readonly StepEntry[], document: AnyDocument): string | undefined {
  const earlier = new Set<string>()
  for (const step of steps) {
    const reason = wrongStep(step, { earlier, document })
    if (reason) return `Step ${step.key}: ${reason}`
    earlier.add(step.key)
  }
  return undefined
}

function wrongStep(step: StepEntry, { earlier, document }: { earlier: Set<string>; document: AnyDocument }) {
  const { key, kind, after = [], blocks = [], params } = step
  if (earlier.has(key)) return 'its key stands there twice.'
  const late = after.find(other => !earlier.has(other))
  if (late !== undefined) return `${late} in after is no earlier step.`
  if (new Set(after).size < after.length) return 'after names a step twice.'
  const unknown = blocks.find(action => !Object.hasOwn(document.workflow.actions, action))
  if (unknown !== undefined) return `${document.object} has no action ${unknown} to block.`
  const free = blocks.find(action => !canBeHeld(action))
  if (free !== undefined) return `${free} cannot be blocked.`
  if (kind === 'person' && ('call' in step || 'timeout_seconds' in step || params))
    return 'a person has no call, timeout_seconds or params.'
  return params && Buffer.byteLength(JSON.stringify(params)) > mostParams ? 'params has more than 4 kB.' : undefined
}

/** Of one definition: its kind of document, and the actions its steps hold back. */
export const watchedBy = ({ on, steps }: Complete<DefinitionEntry>): string[] => [
  on.document,
  ...steps.flatMap(({ blocks = [] }) => blocks.map(action => watchedName(on.document, action))),
]

/** Null where there is nothing to watch. */
export function watchedOf(definitions: readonly Definition[]): WatchedActions | null {
  if (definitions.length === 0) return null
  const starting = definitions.filter(({ is_active }) => is_active)
  const watched = [...new Set(definitions.flatMap(definition => definition.watched))]
  return {
    starts: [...new Set(starting.map(({ document, action }) => watchedName(document, action)))],
    holds: watched.filter(name => name.includes(' ')),
    objects: watched.filter(name => !name.includes(' ')),
  }
}
