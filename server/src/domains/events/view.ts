/** An event as one key may see it: its JSON, with the record as it was stored. */

import type { Event } from '../../contract/event.ts'
import type { JsonText } from '../../contract/schema.ts'
import { documentOfStep } from '../../contract/steps.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { EventRow } from '../../kernel/log.ts'
import { readerOf } from '../../kernel/rights.ts'

/** The sequence stays whole for every key: what it may not read is shown without its content. */
export function eventViewer(caller: Caller): (row: EventRow) => JsonText {
  const mayRead = readerOf(caller)
  return row => eventText(row, caller.book.isLive, !mayRead(row.type, documentOfStep(row.type, row.data)))
}

/** Reading the records of a page only to write them again takes ten times as long as passing them on. */
export function eventText(row: EventRow, livemode: boolean, isRedacted: boolean): JsonText {
  const envelope = JSON.stringify({
    object: 'event',
    id: row.id,
    sequence: Number(row.sequence),
    type: row.type,
    api_version: row.api_version,
    livemode,
    created_at: row.created_at,
    actor: { type: row.actor_type, id: row.actor_id },
    request_id: row.request_id,
  } satisfies Omit<Event, 'data'>)
  const content = isRedacted ? `${JSON.stringify({ object: bareRecord(row) })},"redacted":true` : row.data
  return `${envelope.slice(0, -1)},"data":${content}}`
}

const bareRecord = ({ object, object_id: id }: EventRow) => ({ object, id })

/** The bytes of an event without its content, made of those with it: the same that a redacted view gives. */
export function redactedBytes(bytes: Buffer): Buffer {
  const event = JSON.parse(bytes.toString()) as Event & { data: { object: { object: string; id?: string } } }
  const { object, id = null } = event.data.object
  return Buffer.from(JSON.stringify({ ...event, data: { object: { object, id } }, redacted: true }))
}
