/** Every type of domain event: which record it carries and which operation emits it. */
import { invoiceScope, type Scope, type Subscription } from './scopes.ts'
import type { SteppedDocument } from './steps.ts'

export interface EventSpec {
  /** The kind of the record in `data.object`. */
  readonly object: string
  /** One sentence: which operation emits it. */
  readonly summary: string
}

const defineEvent = <const Spec extends EventSpec>(spec: Spec): Readonly<Spec> => Object.freeze(spec)

export const eventCatalogue = Object.freeze({
  'partner.created': defineEvent({
    object: 'partner',
    summary: 'A partner was created, also when an ISDOC import created the supplier.',
  }),
  'partner.updated': defineEvent({
    object: 'partner',
    summary: 'A partner changed, or one of its contacts was created or changed.',
  }),
  'item.created': defineEvent({ object: 'item', summary: 'An item was created.' }),
  'item.updated': defineEvent({ object: 'item', summary: 'An item changed.' }),
  'order.created': defineEvent({
    object: 'order',
    summary: 'An order was created through the API or in the application; its origin says which.',
  }),
  'order.confirmed': defineEvent({ object: 'order', summary: 'An order was confirmed.' }),
  'order.shipped': defineEvent({ object: 'order', summary: 'An order was shipped.' }),
  'order.delivered': defineEvent({ object: 'order', summary: 'An order was delivered.' }),
  'order.invoiced': defineEvent({
    object: 'order',
    summary: 'An order was invoiced, by its action create_invoice or by an invoice created with its order_id.',
  }),
  'order.cancelled': defineEvent({ object: 'order', summary: 'An order was cancelled.' }),
  'stock_issue.created': defineEvent({
    object: 'stock_issue',
    summary: 'A stock issue was created directly, from an order or a recipe, or by a repack, a sale, a count or a tap.',
  }),
  'stock_issue.confirmed': defineEvent({
    object: 'stock_issue',
    summary: 'A stock issue was posted, by its action confirm, the settlement of a sale, a count, a repack or a tap.',
  }),
  'stock_issue.cancelled': defineEvent({
    object: 'stock_issue',
    summary: 'The posting of a stock issue was reversed for good, by cancelling the issue, its sale or its repack.',
  }),
  'stock_issue.reverted_to_draft': defineEvent({
    object: 'stock_issue',
    summary: 'A stock issue was reverted to draft and its posting reversed.',
  }),
  'goods_receipt.created': defineEvent({
    object: 'goods_receipt',
    summary: 'A goods receipt was created directly, or by a transfer, repack, batch, packaging return, count or tap.',
  }),
  'goods_receipt.confirmed': defineEvent({
    object: 'goods_receipt',
    summary: 'A goods receipt was posted, by its action confirm, a batch, packaging return, count, repack or tap.',
  }),
  'goods_receipt.cancelled': defineEvent({
    object: 'goods_receipt',
    summary: 'A goods receipt was cancelled, by its action, with its repack, or because its transfer was reversed.',
  }),
  'goods_receipt.reverted_to_draft': defineEvent({
    object: 'goods_receipt',
    summary: 'A goods receipt was reverted to draft and its posting reversed.',
  }),
  'stock_level.changed': defineEvent({
    object: 'stock_level',
    summary: 'The quantity or the reservation of an item in a warehouse changed; once per write.',
  }),
  'invoice.created': defineEvent({
    object: 'invoice',
    summary: 'An invoice was created, directly or by the order action create_invoice.',
  }),
  'invoice.issued': defineEvent({ object: 'invoice', summary: 'An invoice was issued and got its number.' }),
  'invoice.paid': defineEvent({
    object: 'invoice',
    summary:
      'An invoice was paid in full, by mark_paid or by a credit note set off against the rest; a partial payment ' +
      'emits nothing.',
  }),
  'invoice.payment_reverted': defineEvent({
    object: 'invoice',
    summary: 'The last payment of an invoice was reverted, or a cancelled credit note reopened a paid one.',
  }),
  'invoice.cancelled': defineEvent({ object: 'invoice', summary: 'An invoice was cancelled.' }),
  'received_invoice.created': defineEvent({
    object: 'received_invoice',
    summary: 'A received invoice was created, directly, by the ISDOC import or by the inbox.',
  }),
  'received_invoice.confirmed': defineEvent({
    object: 'received_invoice',
    summary: 'A received invoice was confirmed and got its number.',
  }),
  'received_invoice.paid': defineEvent({
    object: 'received_invoice',
    summary: 'A received invoice was paid in full; a partial payment emits nothing.',
  }),
  'received_invoice.payment_reverted': defineEvent({
    object: 'received_invoice',
    summary: 'The last payment of a received invoice was reverted.',
  }),
  'received_invoice.cancelled': defineEvent({
    object: 'received_invoice',
    summary: 'A received invoice was cancelled.',
  }),
  'cashflow.created': defineEvent({
    object: 'cashflow',
    summary: 'A cash-flow document was created, directly or by a cash-desk sale, a refund or an invoice payment.',
  }),
  'cashflow.paid': defineEvent({
    object: 'cashflow',
    summary: 'A cash-flow document was paid in full; a partial payment emits nothing.',
  }),
  'cashflow.payment_reverted': defineEvent({
    object: 'cashflow',
    summary: 'The last payment of a cash-flow document was reverted.',
  }),
  'cashflow.cancelled': defineEvent({
    object: 'cashflow',
    summary: 'A cash-flow document was cancelled.',
  }),
  'inbox.submission_received': defineEvent({
    object: 'inbox_submission',
    summary: 'A file was submitted to the inbox, whatever the outcome.',
  }),
  'workflow.step_called': defineEvent({
    object: 'workflow_step',
    summary: 'A workflow step was called, by its action call or by the service; the event is the call.',
  }),
  'workflow.step_waiting_external': defineEvent({
    object: 'workflow_step',
    summary: 'A workflow step started waiting for an external system.',
  }),
  'workflow.step_completed_external': defineEvent({
    object: 'workflow_step',
    summary: 'An external system completed a workflow step.',
  }),
  'batch.phase_changed': defineEvent({
    object: 'batch',
    summary: 'A batch was created or split off, or its phase or vessel changed, by an action or its undoing.',
  }),
  'batch.measurement_added': defineEvent({ object: 'batch', summary: 'A measurement was added to a batch.' }),
})

export type EventType = keyof typeof eventCatalogue

export type EventObject = (typeof eventCatalogue)[EventType]['object']

type KnownNameOf<ObjectName extends string> = {
  [Type in EventType]: (typeof eventCatalogue)[Type]['object'] extends ObjectName
    ? Type extends `${string}.${infer Name}`
      ? Name
      : never
    : never
}[EventType]

/** The names an object's events have after the dot, such as `confirmed` for `order`; any for one a domain declares. */
export type EventNameOf<ObjectName extends string> = [KnownNameOf<ObjectName>] extends [never]
  ? string
  : KnownNameOf<ObjectName>

/** An event that a domain brings along, with the scope that shows its record. */
export interface DeclaredEvent extends EventSpec {
  readonly scope: Scope
}

const declared = new Map<string, DeclaredEvent>()

/** All types, in the order of the catalogue, then of the domains. */
export const eventTypes: EventType[] = Object.keys(eventCatalogue) as EventType[]

/** Told once, by the list of domains. */
export function declareEvents(events: Readonly<Record<string, DeclaredEvent>>): void {
  declared.clear()
  for (const [type, event] of Object.entries(events)) declared.set(type, event)
  eventTypes.splice(0, eventTypes.length, ...([...Object.keys(eventCatalogue), ...declared.keys()] as EventType[]))
}

export const eventSpec = (type: EventType): EventSpec => declared.get(type) ?? eventCatalogue[type]

/** Whether the catalogue itself has events of this kind of record. */
export const isInCatalogue = (object: string): boolean =>
  Object.values(eventCatalogue).some(event => event.object === object)

/** Own keys only, so that `constructor` is not taken for a type. */
export const isEventType = (value: string): value is EventType =>
  Object.hasOwn(eventCatalogue, value) || declared.has(value)

/** The type an object's event has: `order` and `confirmed` give `order.confirmed`; undefined when there is none. */
export const eventTypeOf = (object: string, name: string): EventType | undefined =>
  eventTypes.find(type => eventSpec(type).object === object && type.endsWith(`.${name}`))

/** The scope that shows a record of this kind. */
export const readScopeOfObject = (object: string, subscription: Subscription): Scope => {
  const own = [...declared.values()].find(event => event.object === object)
  return own ? own.scope : scopeOfKnown(object as EventObject | SteppedDocument, subscription)
}

const scopeOfKnown = (object: EventObject | SteppedDocument, subscription: Subscription): Scope => {
  switch (object) {
    case 'partner':
    case 'item':
    case 'inbox_submission':
      return 'core:read'
    case 'order':
      return 'sales:read'
    case 'stock_issue':
    case 'goods_receipt':
    case 'stock_level':
      return 'stock:read'
    case 'invoice':
      return invoiceScope('read', subscription)
    case 'received_invoice':
    case 'cashflow':
      return 'finance:read'
    case 'workflow_step':
      // There is no read scope for workflow steps: who drives them reads them.
      return 'workflow:write'
    case 'batch':
    case 'packaging_run':
    case 'excise_report':
      return 'brewery:read'
  }
}

/** The scopes that show the record of an event; a key with none of them sees the event redacted. */
export const readScopesOf = (type: EventType, subscription: Subscription): Scope[] => [
  readScopeOfObject(eventSpec(type).object, subscription),
]

const typesMatching = (pattern: string): readonly EventType[] => {
  if (pattern === '*') return eventTypes
  if (pattern.endsWith('.*')) return eventTypes.filter(type => type.startsWith(pattern.slice(0, -1)))
  return isEventType(pattern) ? [pattern] : []
}

/** The types that exact names, patterns such as `invoice.*` and `*` stand for, or the patterns that match nothing. */
export const matchTypes = (patterns: readonly string[]): Set<EventType> | { unknown: string[] } => {
  const matches = patterns.map(pattern => ({ pattern, types: typesMatching(pattern) }))
  const unknown = matches.filter(match => match.types.length === 0).map(match => match.pattern)
  if (unknown.length > 0) return { unknown: [...new Set(unknown)] }
  return new Set(matches.flatMap(match => match.types))
}
