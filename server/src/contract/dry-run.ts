/** What a dry run answers: the result, the events it would emit, and what else would come of it. */
import { Type } from 'typebox'
import type { EffectsSpec } from './effects.ts'
import type { EndpointSpec } from './endpoint.ts'
import { Event } from './event.ts'
import type { EventType } from './events.ts'
import type { AnyShape, TProperties } from './schema.ts'

/** The events a write may emit. */
export const eventsOf = ({ emits = [] }: Pick<EndpointSpec, 'emits'>): readonly EventType[] =>
  typeof emits === 'function' ? emits() : emits

/** Effects as they are shown: all their members, or `redacted` alone. */
export const shownEffects = ({ schema, scopes }: EffectsSpec): AnyShape => {
  const { required: _, ...shape } = schema
  const redacted = Type.Literal(true, {
    description: `Alone, when the key holds none of the scopes: ${scopes.join(', ')}.`,
  })
  return { ...shape, properties: { ...schema.properties, redacted } }
}

/** The whole answer, strict: what is not declared is not shown. */
export function dryRunShape(endpoint: EndpointSpec): AnyShape {
  const { returns, effects } = endpoint
  const result = returns.status === 204 ? undefined : (returns.schema as AnyShape)
  const properties: TProperties = {
    ...result?.properties,
    dry_run: Type.Literal(true),
    events: eventsShape(eventsOf(endpoint)),
    ...(effects && { effects: shownEffects(effects) }),
  }
  const required = [...(result?.required ?? []), 'dry_run', 'events']
  return { type: 'object', additionalProperties: false, properties, required } as AnyShape
}

function eventsShape(types: readonly EventType[]) {
  if (types.length === 0) return Type.Array(Event, { maxItems: 0 })
  const type = Type.Unsafe<EventType>({ type: 'string', enum: [...types] })
  return Type.Array(Type.Unsafe<Event>({ ...Event, properties: { ...Event.properties, type } }))
}
