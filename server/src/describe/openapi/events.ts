/** Events by their types: what webhooks receive and what dry runs show. */
import { type EventType, eventSpec, eventTypes } from '../../contract/events.ts'
import type { TSchema } from '../../contract/schema.ts'
import type { Components } from './components.ts'
import type { Part, Reference } from './document.ts'
import { readable } from './json-schema.ts'
import type { NamedShape } from './shape-names.ts'
import { explained, type ShapeWriter } from './shapes.ts'
import { pascalCase } from './words.ts'

/** The event of one type; undefined when no endpoint shows events, for then there is no such record. */
export function eventOfType(type: EventType, writer: ShapeWriter, components: Components): Reference | undefined {
  const event = writer.names.ofRecord('event')
  if (!event) return undefined
  return components.refer('schemas', `${pascalCase(type)}Event`, () => ({
    description: eventSpec(type).summary,
    allOf: [envelope(writer, components), content(type, event, { writer, components })],
  }))
}

/** All of them as one schema, told apart by `type`. */
export function writeEvents(writer: ShapeWriter, components: Components): void {
  const event = writer.names.ofRecord('event')
  if (!event) return
  const references = eventTypes.map(type => eventOfType(type, writer, components)!)
  const mapping = Object.fromEntries(eventTypes.map((type, index) => [type, references[index]!.$ref]))
  components.refer('schemas', event.name, () => ({
    description: 'An event of the log. Its `type` tells which record `data.object` is.',
    oneOf: references,
    discriminator: { propertyName: 'type', mapping },
  }))
}

/** What all events have. */
const envelope = (writer: ShapeWriter, components: Components): Reference =>
  components.refer('schemas', 'EventEnvelope', () => {
    const { properties, required, ...rest } = readable(writer.names.ofRecord('event')!.shape)
    const { type: _type, data: _data, ...shared } = properties!
    const kept = required?.filter(name => name in shared)
    return writer.answeredInPlace({ ...rest, properties: shared, required: kept } as TSchema)
  })

type Parts = Readonly<Record<string, Part>>

interface Writing {
  writer: ShapeWriter
  components: Components
}

/** Its type and what it carries: the record, where the document knows it. */
function content(type: EventType, event: NamedShape, { writer, components }: Writing): Part {
  const record = writer.names.ofRecord(eventSpec(type).object)
  const shape = readable(event.shape).properties!.data!
  const { properties, ...data } = writer.answeredInPlace(shape, 'data')
  const object = record && { anyOf: [writer.answered(record.shape), redacted(components)] }
  return {
    type: 'object',
    required: ['type', 'data'],
    properties: explained(
      {
        type: { type: 'string', const: type },
        data: { ...data, properties: explained({ ...(properties as Parts), ...(object && { object }) }, 'data') },
      },
      'event',
    ),
  }
}

const redacted = (components: Components): Part =>
  components.share('schemas', 'RedactedRecord', {
    type: 'object',
    description: 'All that a redacted event shows of its record; a stock level has no id.',
    required: ['object', 'id'],
    properties: explained(
      {
        object: { type: 'string', maxLength: 64 },
        id: { type: ['string', 'null'], format: 'uuid', maxLength: 36 },
      },
      'data',
    ),
    // Open, it would let every record pass for a redacted one.
    additionalProperties: false,
  })
