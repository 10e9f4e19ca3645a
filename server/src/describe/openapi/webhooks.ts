/** What the service sends to webhook endpoints: one entry for each type of event. */
import { type EventType, eventSpec, eventTypes } from '../../contract/events.ts'
import type { Components } from './components.ts'
import type { Part, PathItem } from './document.ts'
import { eventOfType } from './events.ts'
import type { ShapeWriter } from './shapes.ts'
import { pascalCase } from './words.ts'

export const webhookTag = 'webhooks'

const header = (name: string, description: string, schema: Part): Part => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const count: Part = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

const headers = [
  header('webhook-id', 'The id of the event, the same in every attempt. Deduplicate by it.', {
    type: 'string',
    format: 'uuid',
    maxLength: 36,
  }),
  header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970. Reject it if it is more than 5 minutes off.',
    count,
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<raw body>`. The key is the ' +
      'base64-decoded part of the signing secret after `whsec_`. During a rotation there are several signatures, ' +
      'separated by spaces; one match is enough. Compare in constant time.',
    { type: 'string', maxLength: 1000 },
  ),
  header(
    'webhook-attempt',
    'The number of this attempt, starting at 1; manual retries and replays continue the count.',
    count,
  ),
  header('webhook-sequence', 'The sequence of the event.', count),
  {
    ...header(
      'webhook-previous-sequence',
      'The sequence of the previous event that matched this endpoint, to detect gaps.',
      count,
    ),
    required: false,
  },
]

const received: Part = { description: 'Any 2xx within 10 seconds: the delivery succeeded.' }
const gone: Part = { description: 'The endpoint is retired at once and receives nothing more.' }
const failed: Part = {
  description:
    'Anything else, redirects included, is a failure. Seven more attempts follow after 1 min, 5 min, 30 min, 2 h, ' +
    '8 h, 24 h and 24 h; then the delivery is dead. 50 failures in a row disable the endpoint.',
}

/** Empty when no endpoint shows events, for then there is no such record. */
export function webhooksOf(writer: ShapeWriter, components: Components): Record<string, PathItem> {
  return Object.fromEntries(
    eventTypes.flatMap(type => {
      const event = eventOfType(type, writer, components)
      return event ? [[type, webhook(type, event, components)]] : []
    }),
  )
}

function webhook(type: EventType, event: Part, components: Components): PathItem {
  const { object, summary } = eventSpec(type)
  return {
    post: {
      operationId: `webhooks.${type}`,
      tags: [webhookTag],
      summary,
      description: `The record in \`data.object\` is of type \`${object}\`.`,
      security: [],
      parameters: headers.map(part => components.share('parameters', pascalCase(String(part.name)), part)),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: event } },
      },
      responses: {
        '2XX': components.share('responses', 'WebhookReceived', received),
        '410': components.share('responses', 'WebhookGone', gone),
        default: components.share('responses', 'WebhookFailed', failed),
      },
    },
  }
}
