/** What the endpoints together tell of a shape: whether answers show it, and which actions a record has. */
import { shownEffects } from '../../contract/dry-run.ts'
import { type ProblemSpec, problemCatalogue } from '../../contract/problems.ts'
import type { Steps } from '../../lib/steps.ts'
import type { DescribedEndpoint } from './document.ts'
import { allWithin, recordTag } from './json-schema.ts'
import type { ShapeNames } from './shape-names.ts'

/** The names of all shapes that stand in answers. */
export function* shownNames(endpoints: readonly DescribedEndpoint[], names: ShapeNames): Steps<Set<string>> {
  const problems: readonly ProblemSpec[] = Object.values(problemCatalogue)
  const shown = new Set<string>()
  const answers = [
    ...endpoints.flatMap(({ returns, effects }) => [returns.schema, ...(effects ? [shownEffects(effects)] : [])]),
    ...problems.flatMap(({ members }) => members ?? []),
  ]
  for (const answer of answers) {
    for (const { name } of allWithin(answer).flatMap(shape => names.of(shape) ?? [])) shown.add(name)
    yield
  }
  return shown
}

const actionPath = /^(.*)\/actions\/(\w+)$/

/** By the kind of record that is read where its actions are: `/orders/{id}` beside `/orders/{id}/actions/confirm`. */
export function actionsByRecord(endpoints: readonly DescribedEndpoint[]): (tag: string) => string[] | undefined {
  const keys = new Map<string, string[]>()
  const reads = new Map(endpoints.filter(({ method }) => method === 'GET').map(each => [each.path as string, each]))
  for (const { path } of endpoints) {
    const [, place = '', key] = actionPath.exec(path) ?? []
    const read = reads.get(place)
    const tag = read && recordTag(read.returns.schema)
    if (tag !== undefined && key !== undefined) keys.set(tag, [...(keys.get(tag) ?? []), key])
  }
  return tag => keys.get(tag)
}
