/** Definitions of workflow steps as a section of the settings: what is refused, and what an import leaves as it is. */
import { describe, expect, test } from 'vitest'
import { settingsErrors } from '../../src/domains/settings/actions.ts'
import { useService } from '../support/service.ts'
import { type BookSettings, settingsOf } from '../support/settings.ts'
import { lab } from '../support/workflow.ts'

const service = useService()

const step = { key: 'check', title: 'Check', kind: 'person' }
const onOrder = { code: 'X', name: 'X', on: { document: 'order', action: 'confirm' }, steps: [step] }
const section = (definition: object) => ({ workflow_definitions: [definition] }) as never

/** What is refused leaves it as it was. */
let shared: BookSettings | undefined

describe('definitions', () => {
  test('are kept with their defaults; an export is imported without a change', async () => {
    const book = await settingsOf(service)
    expect(await book.accept(section(lab))).toEqual(['create workflow_definitions LAB'])
    const [kept] = (await book.current()).workflow_definitions!
    expect(kept).toMatchObject({ when: [], is_active: true, on: { to: 'lagering' } })
    expect(kept!.steps[0]).toEqual({
      key: 'lab',
      title: 'Analysis',
      kind: 'external',
      after: [],
      blocks: ['advance_phase'],
      role: 'admin',
      call: 'auto',
      timeout_seconds: 3600,
      params: { sheet: 'A' },
    })
    expect(kept!.steps[1]).not.toHaveProperty('call')
    expect(await book.accept(section({ ...lab, is_active: false }))).toEqual(['update workflow_definitions LAB'])
  })

  const withStep = (change: object) => ({ ...onOrder, steps: [{ ...step, ...change }] })
  const withWhen = (field: string, op: string, value: unknown) => ({ ...onOrder, when: [{ field, op, value }] })
  test.each<[string, object]>([
    ['order has no action fly.', { ...onOrder, on: { document: 'order', action: 'fly' } }],
    ['order has no action constructor.', { ...onOrder, on: { document: 'order', action: 'constructor' } }],
    ['order has no state boiled.', { ...onOrder, on: { document: 'order', action: 'confirm', to: 'boiled' } }],
    ['A cancelled document has no steps.', { ...onOrder, on: { document: 'order', action: 'cancel' } }],
    ['Step check: itself in after is no earlier step.', withStep({ after: ['itself'] })],
    ['Step check: check in after is no earlier step.', withStep({ after: ['check'] })],
    [
      'Step a: b in after is no earlier step.',
      {
        ...onOrder,
        steps: [
          { ...step, key: 'a', after: ['b'] },
          { ...step, key: 'b' },
        ],
      },
    ],
    ['Step check: its key stands there twice.', { ...onOrder, steps: [step, step] }],
    ['Step check: order has no action boil to block.', withStep({ blocks: ['boil'] })],
    ['Step check: cancel cannot be blocked.', withStep({ blocks: ['cancel'] })],
    ['Step check: a person has no call, timeout_seconds or params.', withStep({ call: 'auto' })],
    ['Step check: a person has no call, timeout_seconds or params.', withStep({ timeout_seconds: 60 })],
    ['Step check: a person has no call, timeout_seconds or params.', withStep({ params: {} })],
    ['Step check: params has more than 4 kB.', withStep({ kind: 'external', params: { text: 'x'.repeat(4_100) } })],
    ['There is no field totals.colour.', withWhen('totals.colour', 'eq', 'red')],
    ['There is no field constructor.', withWhen('constructor', 'eq', 'red')],
    ['There is no field totals.', withWhen('totals', 'eq', '1')],
    ['number has no order: gte cannot be asked of it.', withWhen('number', 'gte', '1')],
    ['"many" is no value of totals.incl_vat.', withWhen('totals.incl_vat', 'gte', 'many')],
    ['"yesterday" is no value of order_date.', withWhen('order_date', 'gte', 'yesterday')],
    ['"2026-02-30" is no value of order_date.', withWhen('order_date', 'lte', '2026-02-30')],
    ['"2026-09-01" is no value of created_at.', withWhen('created_at', 'gte', '2026-09-01')],
    ['"boiled" is no value of status.', withWhen('status', 'in', ['draft', 'boiled'])],
    ['10 is no value of totals.incl_vat.', withWhen('totals.incl_vat', 'eq', 10)],
    ['in takes a list of values for status.', withWhen('status', 'in', 'draft')],
  ])('refused: %s', async (reason, definition) => {
    shared ??= await settingsOf(service)
    const book = shared
    expect(await book.refuse(section(definition))).toEqual([`workflow_definitions X: ${reason}`])
  })

  test('the shape refuses unknown documents, roles, kinds, times out of range and members nobody knows', () => {
    const faults = (definition: object) =>
      settingsErrors({ version: 1, workflow_definitions: [definition] }).map(({ field }) => field)
    const at = 'workflow_definitions[0]'
    expect(faults(onOrder)).toEqual([])
    expect(faults({ ...onOrder, on: { document: 'vessel', action: 'start_cleaning' } })).toEqual([`${at}.on.document`])
    expect(faults(withStep({ role: 'wizard' }))).toEqual([`${at}.steps[0].role`])
    expect(faults(withStep({ kind: 'robot' }))).toEqual([`${at}.steps[0].kind`])
    expect(faults(withStep({ key: 'Check' }))).toEqual([`${at}.steps[0].key`])
    expect(faults(withStep({ kind: 'external', timeout_seconds: 59 }))).toEqual([`${at}.steps[0].timeout_seconds`])
    expect(faults(withStep({ colour: 'red' }))).toEqual([`${at}.steps[0].colour`])
    expect(faults({ ...onOrder, steps: [] })).toEqual([`${at}.steps`])
  })
})
