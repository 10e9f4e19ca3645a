/** The successful answers of an endpoint. */
import { eventsOf, shownEffects } from '../../contract/dry-run.ts'
import type { OperationExample } from '../examples.ts'
import type { Components } from './components.ts'
import type { DescribedEndpoint, Part } from './document.ts'
import { eventOfType } from './events.ts'
import { type HeaderName, headersOf } from './headers.ts'
import { isPaged } from './json-schema.ts'
import { explained, type ShapeWriter } from './shapes.ts'
import { shownAs } from './shown.ts'
import { operationName } from './words.ts'

/** One way an endpoint may succeed; several of them may share a status. */
interface Outcome {
  readonly status: 200 | 201 | 204 | 302 | 304
  readonly description: string
  readonly schema?: Part
  readonly headers: readonly HeaderName[]
}

export function answersOf(
  endpoint: DescribedEndpoint,
  {
    writer,
    components,
    example,
  }: { writer: ShapeWriter; components: Components; example?: OperationExample | undefined },
): Record<string, Part> {
  const outcomes = [usual(endpoint, writer), ...unusual(endpoint, writer, components)]
  const statuses = [...new Set(outcomes.map(outcome => outcome.status))].sort()
  return Object.fromEntries(
    statuses.map(status => {
      const ofStatus = outcomes.filter(outcome => outcome.status === status)
      return [
        String(status),
        answer(ofStatus, endpoint, { components, shown: example?.status === status ? example.answer : undefined }),
      ]
    }),
  )
}

function answer(
  outcomes: readonly Outcome[],
  { id, method, returns }: DescribedEndpoint,
  { components, shown }: { components: Components; shown: unknown },
): Part {
  const schemas = outcomes.flatMap(({ schema }) => schema ?? [])
  const replayable: HeaderName[] = method === 'GET' ? [] : ['Idempotent-Replayed']
  const own = new Set([...outcomes.flatMap(outcome => outcome.headers), ...replayable])
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  return {
    description: outcomes.map(outcome => outcome.description).join('\n\n'),
    headers: headersOf(components, [...own]),
    ...(schemas.length > 0 && {
      content: {
        [returns.file ?? 'application/json']: { schema, ...shownAs(`${operationName(id)}Answer`, shown, components) },
      },
    }),
  }
}

function usual({ returns }: DescribedEndpoint, writer: ShapeWriter): Outcome {
  const words = {
    200: 'OK.',
    201: 'Created.',
    204: 'Done, without a body.',
    302: 'Found at another address.',
  }
  const headers: HeaderName[] = [
    ...(returns.status === 201 || returns.status === 302 ? (['Location'] as const) : []),
    ...(returns.etag ? (['ETag'] as const) : []),
    ...(isPaged(returns.schema) || returns.isStream ? (['X-Service-Latest-Sequence'] as const) : []),
  ]
  return {
    status: returns.status,
    description: returns.description ?? words[returns.status],
    ...(returns.status !== 204 && returns.status !== 302 && { schema: writer.answered(returns.schema) }),
    headers,
  }
}

/** The answers a caller gets only when it asked for them, or said the same before. */
function unusual(endpoint: DescribedEndpoint, writer: ShapeWriter, components: Components): Outcome[] {
  const { method, query, returns } = endpoint
  const outcomes: Outcome[] = []
  const asks = (name: string) => query?.properties[name] !== undefined
  if (method === 'GET' && returns.etag) {
    outcomes.push({ status: 304, description: 'Unchanged since the ETag in If-None-Match.', headers: ['ETag'] })
  }
  const existing = asks('on_conflict')
    ? 'With `on_conflict=return`: the existing record with this external_ref, unchanged.'
    : returns.existing
  if (existing) {
    const headers: HeaderName[] = ['Location', ...(returns.etag ? (['ETag'] as const) : [])]
    outcomes.push({ status: 200, description: existing, schema: writer.answered(returns.schema), headers })
  }
  if (asks('dry_run')) {
    const description =
      'With `dry_run=true`: the result, events and effects this call would produce, without an ETag; nothing is saved.'
    outcomes.push({ status: 200, description, schema: dryRunAnswer(endpoint, writer, components), headers: [] })
  }
  return outcomes
}

/** The result, with what every dry run adds to it and which events and effects this one may show. */
function dryRunAnswer(endpoint: DescribedEndpoint, writer: ShapeWriter, components: Components): Part {
  const { returns, effects } = endpoint
  const result = returns.status === 204 ? [] : [writer.answered(returns.schema)]
  const common = components.refer('schemas', 'DryRun', () => dryRunSchema)
  const own = {
    type: 'object',
    required: ['events'],
    properties: explained(
      {
        events: eventsSchema(endpoint, writer, components),
        ...(effects && { effects: writer.answered(shownEffects(effects)) }),
      },
      'DryRun',
    ),
  }
  return { allOf: [...result, common, own] }
}

/** One for each record a call may touch: a document of 500 lines moves a thousand levels. */
const mostEvents = 10_000

function eventsSchema(endpoint: DescribedEndpoint, writer: ShapeWriter, components: Components): Part {
  const types = eventsOf(endpoint)
  if (types.length === 0) return { type: 'array', items: {}, maxItems: 0 }
  const events = types.map(type => eventOfType(type, writer, components)).filter(event => event !== undefined)
  const items = events.length > 1 ? { anyOf: events } : events[0]
  return {
    type: 'array',
    description: 'The events the call would emit.',
    ...(items && { items }),
    maxItems: mostEvents,
  }
}

const dryRunSchema: Part = {
  type: 'object',
  description: 'What a dry run adds to the result, beside the events.',
  required: ['dry_run'],
  properties: explained({ dry_run: { type: 'boolean', const: true } }, 'DryRun'),
}
