/** What a workflow declaration allows, what it refuses to be, and how its reference reads. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { EventType } from '../../src/contract/events.ts'
import { Shape } from '../../src/contract/schema.ts'
import {
  type ActionKeyOf,
  actionKeys,
  allowedActions,
  defineWorkflow,
  eventOfAction,
  eventsOfAction,
  type StateOf,
  targetsOf,
  type Workflow,
  type WorkflowDefinition,
} from '../../src/contract/workflow.ts'
import { workflowsReference } from '../../src/describe/reference.ts'
import type { ActionCode } from '../../src/kernel/transitions.ts'

const stockDocument = defineWorkflow({
  objects: ['goods_receipt', 'stock_issue'],
  states: ['draft', 'confirmed', 'cancelled'],
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      event: 'confirmed',
      emits: ['stock_level.changed'],
      effects: { scopes: ['stock:read'], schema: Shape({ moved: Type.String() }) },
      summary: 'Posts the stock.',
      errors: ['no_lines', 'conflict'],
    },
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      event: 'cancelled',
      summary: 'Takes the posting back.',
      errors: ['receipt_has_allocations'],
    },
    revert_to_draft: {
      from: ['confirmed'],
      to: 'draft',
      event: 'reverted_to_draft',
      summary: 'Opens the document again.',
      errors: [],
    },
  },
  automatic: [{ from: ['draft'], to: 'cancelled', summary: 'The issue of the transfer was taken back.' }],
})

const invoice = defineWorkflow({
  object: 'invoice',
  states: ['draft', 'issued', 'paid'],
  initial: 'draft',
  actions: {
    issue: { from: ['draft'], to: 'issued', event: 'issued', summary: 'Numbers the invoice.', errors: ['no_lines'] },
    mark_paid: {
      from: ['issued'],
      to: ['same', 'paid'],
      event: 'paid',
      summary: 'Records a payment.',
      errors: ['overpay'],
      body: Type.Object({ paid_at: Type.String() }),
    },
    remind: { from: ['issued', 'paid'], to: 'same', summary: 'Writes to the partner.', errors: [] },
  },
})

type LooseDefinition = WorkflowDefinition<string, string, Record<string, unknown>>

/** A sound declaration with one part replaced, past the compiler, as data from elsewhere would be. */
const define = (replaced: Record<string, unknown>, action: Record<string, unknown> = {}) => {
  const open = { from: ['draft'], to: 'confirmed', event: 'confirmed', summary: 'Confirms.', errors: [], ...action }
  const sound = { object: 'order', states: ['draft', 'confirmed'], initial: 'draft', actions: { confirm: open } }
  return () => defineWorkflow({ ...sound, ...replaced } as unknown as LooseDefinition)
}

describe('a sound workflow', () => {
  test('says which actions are open in a state, in the order of the declaration', () => {
    expect(allowedActions(stockDocument, 'draft')).toEqual(['confirm'])
    expect(allowedActions(stockDocument, 'confirmed')).toEqual(['cancel', 'revert_to_draft'])
    expect(allowedActions(stockDocument, 'cancelled')).toEqual([])
  })

  test('leaves out what the guard denies and never adds what the state denies', () => {
    expect(allowedActions(stockDocument, 'confirmed', action => action !== 'cancel')).toEqual(['revert_to_draft'])
    expect(allowedActions(stockDocument, 'draft', () => true)).toEqual(['confirm'])
    expect(allowedActions(stockDocument, 'draft', () => false)).toEqual([])
  })

  test('knows its action keys', () => {
    expect(actionKeys(invoice)).toEqual(['issue', 'mark_paid', 'remind'])
  })

  test('says where an action leads and what it emits, for each object', () => {
    expect(targetsOf(stockDocument.actions.cancel, 'confirmed')).toEqual(['cancelled'])
    expect(targetsOf(invoice.actions.mark_paid, 'issued')).toEqual(['issued', 'paid'])
    expect(targetsOf(invoice.actions.remind, 'paid')).toEqual(['paid'])
    expect(eventOfAction(stockDocument, 'stock_issue', 'confirm')).toBe('stock_issue.confirmed')
    expect(eventOfAction(stockDocument, 'goods_receipt', 'confirm')).toBe('goods_receipt.confirmed')
    expect(eventOfAction(invoice, 'invoice', 'remind')).toBeNull()
    expect(eventsOfAction(stockDocument, 'stock_issue', 'confirm')).toEqual([
      'stock_issue.confirmed',
      'stock_level.changed',
    ])
    expect(eventsOfAction(invoice, 'invoice', 'remind')).toEqual([])
  })

  test('finds the events of a record whose types have another family name', () => {
    const step = defineWorkflow({
      object: 'workflow_step',
      states: ['pending', 'called'],
      initial: 'pending',
      actions: { call: { from: ['pending'], to: 'called', event: 'step_called', summary: 'Calls.', errors: [] } },
    })
    expect(eventOfAction(step, 'workflow_step', 'call')).toBe('workflow.step_called')
  })

  test('is frozen in all its parts', () => {
    const { actions, states, objects } = stockDocument
    for (const part of [stockDocument, actions, actions.confirm, actions.confirm.from, actions.confirm.errors]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
    expect(Object.isFrozen(states) && Object.isFrozen(objects)).toBe(true)
    expect(Object.isFrozen(invoice.actions.mark_paid.to)).toBe(true)
  })

  test('gives the code of an action the body it declares, and refuses to compile another', () => {
    const counted = defineWorkflow({
      object: 'inventory_count',
      states: ['draft', 'running'],
      initial: 'draft',
      actions: {
        start: { from: ['draft'], to: 'running', summary: 'Locks.', errors: [], body: Shape({ note: Type.String() }) },
        finish: { from: ['running'], to: 'same', summary: 'Posts.', errors: [], body: Shape({ by: Type.Integer() }) },
      },
    })
    type Code<Declared> =
      Declared extends Workflow<string, string, infer Bodies>
        ? { [Key in keyof Bodies]: (body: Bodies[Key]) => string }
        : never
    const start = ({ note }: { note: string }) => note
    const finish = ({ by }: { by: number }) => `by ${by}`
    const right: Code<typeof counted> = { start, finish }
    // @ts-expect-error finish takes another body
    const crossed: Code<typeof counted> = { start: finish, finish }
    expect([right.start({ note: 'now' }), crossed.finish({ by: 1 })]).toEqual(['now', 'by 1'])
  })

  test('gives the code of an action the effects it declares, and refuses to compile others', async () => {
    type Row = { status: string }
    type Code<Declared> =
      Declared extends Workflow<string, infer State, infer Bodies, infer Effects>
        ? ActionCode<Row, State, Bodies, never, Effects>
        : never
    const quiet = async () => ({})
    const right: Code<typeof stockDocument> = {
      confirm: async () => ({ effects: () => ({ moved: '5' }) }),
      cancel: quiet,
      revert_to_draft: quiet,
    }
    const wrong: Code<typeof stockDocument> = {
      // @ts-expect-error confirm moves a text
      confirm: async () => ({ effects: () => ({ moved: 5 }) }),
      // @ts-expect-error cancel declares no effects
      cancel: async () => ({ effects: () => ({ moved: '5' }) }),
      revert_to_draft: quiet,
    }
    expect([Object.keys(right), Object.keys(wrong)]).toEqual([actionKeys(stockDocument), actionKeys(stockDocument)])
    // @ts-expect-error there is no such event
    const emits: readonly EventType[] = ['stock_level.chnged']
    expect(emits).toHaveLength(1)
  })

  test('may create documents in several states, and change state by itself', () => {
    const sale = defineWorkflow({
      object: 'pos_sale',
      states: ['settled', 'settlement_failed', 'cancelled', 'archived'],
      initial: 'settled',
      alsoCreatedIn: ['settlement_failed'],
      actions: { cancel: { from: ['settled'], to: 'cancelled', summary: 'Takes the sale back.', errors: [] } },
      automatic: [{ from: ['cancelled'], to: ['archived'], summary: 'After a year.' }],
    })
    expect(sale.alsoCreatedIn).toEqual(['settlement_failed'])
  })

  test('tells the compiler its states and keys', () => {
    const state: StateOf<typeof invoice> = 'issued'
    const key: ActionKeyOf<typeof invoice> = 'mark_paid'
    // @ts-expect-error there is no such state
    const noState: StateOf<typeof invoice> = 'isued'
    // @ts-expect-error there is no such state
    expect(allowedActions(invoice, 'isued')).toEqual([])
    const draft = { object: 'order', states: ['draft'], initial: 'draft' } as const
    const pay = { from: ['draft'], to: 'same', summary: 'Pays.', errors: [] } as const
    // @ts-expect-error an order has no such event
    expect(() => defineWorkflow({ ...draft, actions: { pay: { ...pay, event: 'paid' } } })).toThrow('order.paid')
    // @ts-expect-error there is no such state to come from
    expect(() => defineWorkflow({ ...draft, actions: { pay: { ...pay, from: ['drat'] } } })).toThrow('drat')
    // @ts-expect-error there is no such error code
    expect(() => defineWorkflow({ ...draft, actions: { pay: { ...pay, errors: ['teapot'] } } })).toThrow('teapot')
    // @ts-expect-error there is no such state to begin with
    expect(() => defineWorkflow({ ...draft, initial: 'drat', actions: { pay } })).toThrow('drat')
    expect([state, key, noState]).toEqual(['issued', 'mark_paid', 'isued'])
  })
})

describe('a declaration that cannot work is refused with its fault', () => {
  test('the sound one passes', () => {
    expect(define({})).not.toThrow()
  })

  const faults: [string, () => unknown, string][] = [
    ['a state nothing leads to', define({ states: ['draft', 'confirmed', 'lost'] }), 'state "lost" cannot be reached'],
    ['an island of states', island(), 'state "lost" cannot be reached from "draft"'],
    ['an unknown initial state', define({ initial: 'new' }), 'created in the unknown state "new"'],
    ['an unknown further initial state', define({ alsoCreatedIn: ['new'] }), 'created in the unknown state "new"'],
    ['an unknown state to start from', define({}, { from: ['draft', 'drat'] }), 'starts from the unknown state "drat"'],
    ['no state to start from', define({}, { from: [] }), 'action "confirm" starts from no state'],
    ['an unknown target', define({}, { to: 'confirmd' }), 'leads to the unknown state "confirmd"'],
    ['an unknown target among several', define({}, { to: ['same', 'x'] }), 'leads to the unknown state "x"'],
    ['no target', define({}, { to: [] }), 'action "confirm" leads to no state'],
    ['an unknown event', define({}, { event: 'confirmd' }), 'emits the unknown event "order.confirmd"'],
    ['an event of one object only', shared(), 'emits the unknown event "invoice.confirmed"'],
    ['an unknown error code', define({}, { errors: ['teapot'] }), 'declares the unknown error code "teapot"'],
    ['an inherited name as error code', define({}, { errors: ['toString'] }), 'unknown error code "toString"'],
    ['a state declared twice', define({ states: ['draft', 'draft', 'confirmed'] }), 'a state is declared twice'],
    ['a state called same', define({ states: ['draft', 'same', 'confirmed'] }), 'may not be called "same"'],
    ['no object', define({ object: undefined, objects: [] }), 'no object is named'],
    [
      'an unknown state of an automatic transition',
      define({ automatic: [{ from: ['gone'], to: 'draft', summary: 'x' }] }),
      'an automatic transition names the unknown state "gone"',
    ],
  ]

  test.each(faults)('%s', (_, declare, fault) => {
    expect(declare).toThrow(fault)
  })

  test('the message names the objects', () => {
    expect(define({ initial: 'new' })).toThrow(/^Workflow order: /)
    expect(shared()).toThrow(/^Workflow order and invoice: /)
  })
})

/** Two states that lead to each other, but from nowhere. */
function island() {
  const confirm = { from: ['draft'], to: 'confirmed', summary: 'Confirms.', errors: [] }
  const swim = { from: ['lost'], to: 'adrift', summary: 'Swims.', errors: [] }
  const float = { from: ['adrift'], to: 'lost', summary: 'Floats.', errors: [] }
  return define({ states: ['draft', 'confirmed', 'lost', 'adrift'], actions: { confirm, swim, float } })
}

function shared() {
  return define({ object: undefined, objects: ['order', 'invoice'] })
}

describe('the reference page', () => {
  test('says plainly that there are none yet', () => {
    const page = workflowsReference([])
    expect(page.startsWith('<!-- Generated by npm run generate. Do not edit. -->\n')).toBe(true)
    expect(page).toContain('No document has a workflow yet.')
  })

  test('shows the states against the actions, the diagram, the events and the errors', () => {
    const workflows: Workflow[] = [stockDocument, invoice]
    const page = workflowsReference(workflows)
    expect(page).not.toContain('No document has a workflow yet.')
    expect(page).toContain('## goods_receipt and stock_issue')
    expect(page).toContain('| State | `confirm` | `cancel` | `revert_to_draft` |')
    expect(page).toContain('| `draft` | `confirmed` | - | - |')
    expect(page).toContain('| `confirmed` | - | `cancelled` | `draft` |')
    expect(page).toContain('| `issued` | - | `issued` or `paid` | `issued` |')
    expect(page).toContain('```mermaid\nstateDiagram-v2\n  [*] --> draft\n  draft --> confirmed: confirm\n')
    expect(page).toContain('  draft --> cancelled: (automatic)\n```')
    expect(page).toContain(
      '| `goods_receipt.confirmed`, `stock_level.changed`, `stock_issue.confirmed` | `moved` | `no_lines`, `conflict` |',
    )
    expect(page).toContain('| `remind` | Writes to the partner. | none | none | none |')
  })
})
