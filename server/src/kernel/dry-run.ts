/** What a dry run answers: the result, the events and what else would come of it, as far as the reader may know it. */
import type { Scope } from '../contract/scopes.ts'
import { type CollectedEvent, type EventOrigin, eventBodies } from './outbox.ts'
import { type Holder, holdsOneOf, readerOf } from './rights.ts'

/** What else would come of a write, for those who hold one of the scopes. */
export interface Effects {
  scopes: readonly Scope[]
  shown: object
}

interface DryRun {
  body: object | null
  serialize: (body: object) => string
  effects?: Effects
  origin: EventOrigin
  events: CollectedEvent[]
}

/** Without a reader nobody looks at it. */
export function dryRunBody({ body, serialize, effects, origin, events }: DryRun, reader: Holder | undefined): Buffer {
  const mayRead = reader ? readerOf(reader) : () => true
  return Buffer.from(
    serialize({
      ...body,
      dry_run: true,
      events: eventBodies(origin, events, mayRead),
      ...(effects && { effects: shownEffects(effects, reader) }),
    }),
  )
}

const shownEffects = ({ scopes, shown }: Effects, reader: Holder | undefined): object =>
  !reader || holdsOneOf(reader, scopes) ? shown : { redacted: true }
