/** The event catalogue against the contract, the patterns of subscriptions and who may read the records. */
import { describe, expect, test } from 'vitest'
import {
  type EventType,
  eventCatalogue,
  eventTypeOf,
  eventTypes,
  isEventType,
  matchTypes,
  readScopesOf,
} from '../../src/contract/events.ts'
import { isScope } from '../../src/contract/scopes.ts'
import { eventsReference } from '../../src/describe/reference.ts'

/** Written out from the contract, in its order. */
const contractTypes = [
  'partner.created',
  'partner.updated',
  'item.created',
  'item.updated',
  'order.created',
  'order.confirmed',
  'order.shipped',
  'order.delivered',
  'order.invoiced',
  'order.cancelled',
  'stock_issue.created',
  'stock_issue.confirmed',
  'stock_issue.cancelled',
  'stock_issue.reverted_to_draft',
  'goods_receipt.created',
  'goods_receipt.confirmed',
  'goods_receipt.cancelled',
  'goods_receipt.reverted_to_draft',
  'stock_level.changed',
  'invoice.created',
  'invoice.issued',
  'invoice.paid',
  'invoice.payment_reverted',
  'invoice.cancelled',
  'received_invoice.created',
  'received_invoice.confirmed',
  'received_invoice.paid',
  'received_invoice.payment_reverted',
  'received_invoice.cancelled',
  'cashflow.created',
  'cashflow.paid',
  'cashflow.payment_reverted',
  'cashflow.cancelled',
  'inbox.submission_received',
  'workflow.step_called',
  'workflow.step_waiting_external',
  'workflow.step_completed_external',
  'batch.phase_changed',
  'batch.measurement_added',
]

const namesMatching = (...patterns: string[]): string[] => {
  const matched = matchTypes(patterns)
  if (!(matched instanceof Set)) throw new Error(`unknown: ${matched.unknown.join(' ')}`)
  return [...matched]
}

describe('the catalogue', () => {
  test('holds exactly the types of the contract', () => {
    expect(eventTypes).toEqual(contractTypes)
  })

  test('says in one sentence what emits each type', () => {
    for (const type of eventTypes) expect(eventCatalogue[type].summary, type).toMatch(/^[A-Z][^.]{10,}\.$/)
  })

  test('names the record each type carries', () => {
    const unusual = eventTypes.filter(type => !type.startsWith(`${eventCatalogue[type].object}.`))
    expect(unusual.map(type => [type, eventCatalogue[type].object])).toEqual([
      ['inbox.submission_received', 'inbox_submission'],
      ['workflow.step_called', 'workflow_step'],
      ['workflow.step_waiting_external', 'workflow_step'],
      ['workflow.step_completed_external', 'workflow_step'],
    ])
  })

  test('finds the type by record and name', () => {
    expect(eventTypeOf('order', 'confirmed')).toBe('order.confirmed')
    expect(eventTypeOf('invoice', 'paid')).toBe('invoice.paid')
    expect(eventTypeOf('workflow_step', 'step_called')).toBe('workflow.step_called')
    expect(eventTypeOf('order', 'paid')).toBeUndefined()
    expect(eventTypeOf('workflow', 'step_called')).toBeUndefined()
    expect(eventTypeOf('stock_level', 'hanged')).toBeUndefined()
  })

  test('knows its own types only', () => {
    expect(isEventType('order.created')).toBe(true)
    expect(isEventType('order.updated')).toBe(false)
    expect(isEventType('toString')).toBe(false)
  })
})

describe('readScopesOf', () => {
  const expected: [EventType, string][] = [
    ['partner.updated', 'core:read'],
    ['item.created', 'core:read'],
    ['inbox.submission_received', 'core:read'],
    ['order.shipped', 'sales:read'],
    ['stock_issue.confirmed', 'stock:read'],
    ['goods_receipt.created', 'stock:read'],
    ['stock_level.changed', 'stock:read'],
    ['received_invoice.paid', 'finance:read'],
    ['cashflow.cancelled', 'finance:read'],
    ['workflow.step_called', 'workflow:write'],
    ['batch.measurement_added', 'brewery:read'],
  ]

  test.each(expected)('%s needs %s, whatever the modules', (type, scope) => {
    expect(readScopesOf(type, ['sales', 'finance'])).toEqual([scope])
    expect(readScopesOf(type, [])).toEqual([scope])
  })

  test('an invoice belongs to sales on an account with the sales module, else to finance', () => {
    expect(readScopesOf('invoice.issued', ['api', 'sales', 'finance'])).toEqual(['sales:read'])
    expect(readScopesOf('invoice.issued', ['api', 'finance'])).toEqual(['finance:read'])
  })

  test('gives every type a scope that exists', () => {
    for (const type of eventTypes) expect(readScopesOf(type, ['sales']).every(isScope), type).toBe(true)
  })
})

describe('matchTypes', () => {
  test('takes exact types, each once', () => {
    expect(namesMatching('order.created', 'order.created', 'batch.phase_changed')).toEqual([
      'order.created',
      'batch.phase_changed',
    ])
  })

  test('takes a prefix pattern, of that family only', () => {
    expect(namesMatching('invoice.*')).toEqual([
      'invoice.created',
      'invoice.issued',
      'invoice.paid',
      'invoice.payment_reverted',
      'invoice.cancelled',
    ])
    expect(namesMatching('inbox.*', 'inbox.submission_received')).toEqual(['inbox.submission_received'])
  })

  test('takes everything, and nothing for no pattern', () => {
    expect(namesMatching('*')).toEqual(contractTypes)
    expect(namesMatching()).toEqual([])
  })

  test.each([
    'invoice.deleted',
    'invoices.*',
    'invoice',
    'invoice.',
    'invoice*',
    'inv.*',
    'stock_*',
    'workflow.step_*',
    'INVOICE.*',
    ' invoice.*',
    '*.created',
    '.*',
    '**',
    '',
    'constructor',
    '__proto__',
  ])('refuses "%s"', pattern => {
    expect(matchTypes([pattern])).toEqual({ unknown: [pattern] })
  })

  test('names every unknown pattern once and matches nothing then', () => {
    expect(matchTypes(['order.*', 'foo.*', 'bar', 'foo.*'])).toEqual({ unknown: ['foo.*', 'bar'] })
  })
})

test('the reference page has a line for every type, with the two readers of an invoice', () => {
  const page = eventsReference()
  expect(page.startsWith('<!-- Generated by npm run generate. Do not edit. -->\n')).toBe(true)
  for (const type of contractTypes) expect(page).toContain(`\n| \`${type}\` |`)
  expect(page).toContain('`sales:read`, or `finance:read` on an account without the sales module |')
})
