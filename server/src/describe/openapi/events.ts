/** Events by their types: what webhooks receive and what dry runs show. */
import { type EventType, eventSpec } from '../../contract/events.ts'
import type { Components } from './components.ts'
import type { Part } from './document.ts'
import type { ShapeWriter } from './shapes.ts'
import { pascalCase } from './words.ts'

/** The event of one type; undefined when no endpoint shows events, for then there is no such record. */
export function eventOfType(type: EventType, writer: ShapeWriter, components: Components): Part | undefined {
  const event = writer.names.ofRecord('event')
  if (!event) return undefined
  return components.refer('schemas', `${pascalCase(type)}Event`, () => ({
    allOf: [writer.answered(event.shape), narrowed(type, writer, components)],
  }))
}

/** Its type and the record it carries, where the document knows that record. */
function narrowed(type: EventType, writer: ShapeWriter, components: Components): Part {
  const record = writer.names.ofRecord(eventSpec(type).object)
  const data = record && { properties: { object: { anyOf: [writer.answered(record.shape), redacted(components)] } } }
  return {
    type: 'object',
    properties: { type: { type: 'string', const: type }, ...(data && { data: { type: 'object', ...data } }) },
  }
}

const redacted = (components: Components): Part =>
  components.share('schemas', 'RedactedRecord', {
    type: 'object',
    description: 'All that a redacted event shows of its record; a stock level has no id.',
    required: ['object', 'id'],
    properties: { object: { type: 'string' }, id: { type: ['string', 'null'], format: 'uuid' } },
    // Open, it would let every record pass for a redacted one.
    additionalProperties: false,
  })
