/** Which actions start steps, which wait for them, and how steps end with their document. */
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { findAccount } from '../../src/kernel/account.ts'
import { upload } from '../support/files.ts'
import { isdoc } from '../support/invoice-files.ts'
import { peopleService } from '../support/person.ts'
import { textsOf } from '../support/round-trips.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { lab, lookForDeadlines, type StepBook, stepBook } from '../support/workflow.ts'

const service = useService(peopleService)

const check = (change: object = {}) => ({ key: 'check', title: 'Check', kind: 'person', ...change })
const definition = (document: string, action: string, change: object = {}) => ({
  code: `${document.slice(0, 8)}-${action.slice(0, 8)}`,
  name: 'A check',
  on: { document, action },
  steps: [check()],
  ...change,
})

/** The kinds and states of documents that have steps, by the step's state. */
const all = async ({ api }: StepBook) =>
  (await api.get('/workflow-steps?limit=200')).body.data
    .map((step: { document: { object: string }; definition: { code: string }; status: string }) =>
      [step.document.object, step.definition.code, step.status].join(' '),
    )
    .toSorted()

describe('what starts steps', () => {
  test('documents a caller asked for and drafts an action leaves, not those the service makes', async () => {
    const book = await stepBook(service)
    await book.define(
      definition('stock_issue', 'create'),
      definition('goods_receipt', 'create'),
      definition('order', 'confirm', { on: { document: 'order', action: 'confirm', to: 'confirmed' } }),
    )
    const item = await book.item()
    const { body: receipt } = await book.receipt([{ item, quantity: '10', price: '1' }])
    await book.act(`/goods-receipts/${receipt.id}`, 'confirm')
    expect(await all(book)).toEqual(['goods_receipt goods_re-create pending'])
    const { id: partner_id } = (await book.api.post('/partners', { name: 'Hospoda' })).body
    const line = { item_id: item, quantity: '2', unit: { unit_code: 'kg' }, unit_price: '10' }
    const ordered = await book.api.post('/orders', { partner_id, warehouse_id: book.main, lines: [line] })
    expect(ordered.status, ordered.text).toBe(201)
    const order = ordered.body
    await book.act(`/orders/${order.id}`, 'confirm')
    const issued = await book.act(`/orders/${order.id}`, 'create_stock_issue')
    expect(issued.status, issued.text).toBe(200)
    expect((await book.steps(issued.body.created.id))[0]).toMatchObject({
      document: { object: 'stock_issue' },
      payload: { document: { object: 'stock_issue', status: 'draft' } },
    })
    const before = await all(book)
    expect(before).toHaveLength(3)
    // The receipt of a production is the service's own.
    const { path } = await book.fermenting('100')
    const received = await book.act(path, 'receive_production', { quantity: '50', unit: { unit_code: 'l' } })
    expect(received.status, received.text).toBe(200)
    expect(await all(book)).toEqual(before)
  })

  test('an invoice that comes to the inbox, as one that is imported: nobody pays it past its approval', async () => {
    const book = await stepBook(service)
    const ask = { key: 'ask', title: 'Ask', kind: 'external' }
    await book.define(definition('received_invoice', 'create', { steps: [check({ blocks: ['confirm'] }), ask] }))
    const sent = async (query = '') => {
      const { id } = await upload(book.api, service, { name: 'a.isdoc', bytes: Buffer.from(isdoc()) })
      return book.api.post(`/inbox/submissions${query}`, { attachment_id: id })
    }
    const types = (await sent('?dry_run=true')).body.events.map(({ type }: { type: string }) => type)
    expect(types).toContain('workflow.step_called')
    expect(await all(book)).toEqual([])
    const { received_invoice_id: id } = (await sent()).body
    expect((await book.steps(id)).map(({ key, status }) => `${key} ${status}`).toSorted()).toEqual([
      'ask called',
      'check pending',
    ])
    const refused = await book.act(`/received-invoices/${id}`, 'confirm')
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', blockers: [{ key: 'check' }] } })
  })

  test('only when the conditions hold, the state is reached and the definition is active', async () => {
    const book = await stepBook(service)
    const when = (field: string, op: string, value: unknown) => [{ field, op, value }]
    const onCreate = { document: 'batch', action: 'create' }
    await book.define(
      definition('batch', 'create', { code: 'BIG', when: when('planned_volume_l', 'gte', '1000.00') }),
      definition('batch', 'create', { code: 'SAME', when: when('planned_volume_l', 'eq', '500.0') }),
      definition('batch', 'create', { code: 'NAMED', when: when('name', 'ne', null) }),
      definition('batch', 'create', { code: 'BEER', when: when('item.name', 'in', ['Malt', 'Ležák 12°']) }),
      definition('batch', 'create', { code: 'NONE', when: when('og_plato', 'lte', '12') }),
      definition('batch', 'create', { code: 'STATE', on: { ...onCreate, to: 'brewing' } }),
      definition('batch', 'create', { code: 'OFF', is_active: false }),
    )
    await book.batch({ planned_volume_l: '500' })
    expect(await all(book)).toEqual(['batch BEER pending', 'batch SAME pending'])
    await book.batch({ planned_volume_l: '1000', name: 'Big' })
    expect((await all(book)).slice(0, 2)).toEqual(['batch BEER pending', 'batch BEER pending'])
    expect((await all(book)).slice(2)).toEqual(['batch BIG pending', 'batch NAMED pending', 'batch SAME pending'])
  })

  test('a dry run shows the events and keeps neither steps nor mails', async () => {
    const book = await stepBook(service)
    await book.define({ ...lab, steps: [...lab.steps, check()] })
    const { id, path, vessel } = await book.fermenting('100')
    const reply = await book.api.post(`${path}/actions/advance_phase?dry_run=true`, {
      phase: 'lagering',
      vessel_id: vessel,
    })
    expect(reply.body.events.map(({ type }: { type: string }) => type)).toEqual([
      'batch.phase_changed',
      'workflow.step_called',
    ])
    const { id: stepId } = reply.body.events[1].data.object
    expect(await book.steps(id)).toEqual([])
    expect(await book.mails(stepId)).toEqual([])
  })

  test('on_conflict=return finds the record and starts nothing', async () => {
    const book = await stepBook(service)
    await book.define(definition('batch', 'create'))
    const external_ref = { system: 'mes', id: '1' }
    await book.batch({ external_ref })
    const again = await book.api.post('/batches?on_conflict=return', {
      item_id: book.beer,
      planned_volume_l: '1',
      external_ref,
    })
    expect(again.status).toBe(200)
    expect(await all(book)).toHaveLength(1)
  })
})

describe('holding back', () => {
  const onIssue = definition('stock_issue', 'create', { steps: [check({ blocks: ['confirm'] })] })

  async function draftIssue(book: StepBook) {
    const item = await book.item()
    await book.received(item, '5')
    const { body } = await book.issue([{ item, quantity: '2' }])
    return { id: body.id as string, path: `/stock-issues/${body.id}` }
  }

  test('409 conflict: while it is open or rejected; GET actions names it; a revert leaves it behind', async () => {
    const book = await stepBook(service)
    await book.define(onIssue)
    const { id, path } = await draftIssue(book)
    const [step] = await book.steps(id)
    const blocker = { object: 'workflow_step', id: step.id, key: 'check' }
    const held = await book.act(path, 'confirm')
    expect(held.body).toMatchObject({ code: 'conflict', blockers: [{ ...blocker, status: 'pending', outcome: null }] })
    expect((await book.api.get(path)).body.allowed_actions).toContain('confirm')
    const { data } = (await book.api.get(`${path}/actions`)).body
    expect(data[0]).toMatchObject({
      key: 'confirm',
      allowed: false,
      blockers: [{ code: 'conflict', blockers: [blocker] }],
    })
    await book.person(step.id, { outcome: 'rejected', note: 'No.' })
    expect((await book.act(path, 'confirm')).body).toMatchObject({
      blockers: [{ status: 'completed', outcome: 'rejected' }],
    })
    // Nothing was confirmed: the way out is another document.
    expect((await book.step(step.id)).outcome).toBe('rejected')
  })

  test('reverted to draft: open steps are cancelled, a rejection holds no more, a new run begins', async () => {
    const book = await stepBook(service)
    const onConfirm = definition('stock_issue', 'confirm', {
      steps: [check({ blocks: ['confirm'] }), check({ key: 'other', blocks: ['confirm'] })],
    })
    await book.define(onConfirm)
    const { id, path } = await draftIssue(book)
    expect((await book.act(path, 'confirm')).status).toBe(200)
    const [one, other] = await book.steps(id)
    await book.person(one.id, { outcome: 'rejected' })
    expect((await book.act(path, 'revert_to_draft')).status).toBe(200)
    expect(await book.step(other.id)).toMatchObject({ status: 'cancelled' })
    expect(await book.step(one.id)).toMatchObject({ status: 'completed', outcome: 'rejected' })
    expect((await book.act(path, 'confirm')).status).toBe(200)
    const runs = new Set((await book.steps(id)).map(({ run_id }: { run_id: string }) => run_id))
    expect(runs.size).toBe(2)
    expect((await book.act(path, 'cancel')).status).toBe(200)
    expect((await book.steps(id)).map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'completed',
    ])
  })

  test('a definition changed or switched off does not touch steps that exist', async () => {
    const book = await stepBook(service)
    await book.define(onIssue)
    const { id, path } = await draftIssue(book)
    await book.define({ ...onIssue, name: 'Other', steps: [check({ key: 'else' })] })
    await book.define({ ...onIssue, on: { document: 'batch', action: 'create' }, steps: [check()], is_active: false })
    const [step] = await book.steps(id)
    expect(step).toMatchObject({ key: 'check', definition: { name: 'A check' }, blocks: ['confirm'] })
    expect((await book.act(path, 'confirm')).body.code).toBe('conflict')
    await book.person(step.id)
    expect((await book.act(path, 'confirm')).status).toBe(200)
    expect((await draftIssue(book)).id).toBeDefined()
    expect(await all(book)).toHaveLength(1)
  })

  test('GET actions tells of a step also where the action needs a body, at once after the settings changed', async () => {
    const book = await stepBook(service)
    const { path } = await book.fermenting('100')
    expect((await book.api.get(`${path}/actions`)).body.data[0]).toMatchObject({ key: 'advance_phase', allowed: true })
    await book.define(definition('batch', 'move', { steps: [check({ blocks: ['advance_phase'] })] }))
    await book.act(path, 'move', { vessel_id: await book.vessel() })
    // The caller is forgotten by a notification; tests wait until it surely is.
    await untilForgotten()
    expect((await book.api.get(`${path}/actions`)).body.data[0]).toMatchObject({
      key: 'advance_phase',
      allowed: false,
      blockers: [{ code: 'conflict' }],
    })
  })
})

describe('a book without definitions', () => {
  /** The statements of a create and a confirm, without their values; what runs beside them has no part in it. */
  async function statementsOf(book: StepBook): Promise<string[]> {
    const item = await book.item()
    await book.received(item, '5')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const { body } = await book.issue([{ item, quantity: '2' }])
      expect((await book.act(`/stock-issues/${body.id}`, 'confirm')).status).toBe(200)
      return writesAmong(query.mock)
    } finally {
      query.mockRestore()
    }
  }

  /** Of the transactions that took a book, each from its begin on. */
  function writesAmong({ calls, contexts }: { calls: unknown[][]; contexts: unknown[] }): string[] {
    const open = new Map<unknown, string[]>()
    const asked = calls.flatMap(([each], place) => textsOf(each).map(text => ({ text, client: contexts[place] })))
    return asked.flatMap(({ text, client }) => {
      const before = text === 'begin' ? [] : (open.get(client) ?? [])
      const statements = [...before, text]
      open.set(client, statements)
      return text === 'commit' && statements.some(each => /from books[\s\S]*for no key update/.test(each))
        ? statements
        : []
    })
  }

  test('asks for nothing more, nor does one whose definitions are about other documents', async () => {
    const [plain, other, concerned] = [await stepBook(service), await stepBook(service), await stepBook(service)]
    await other.define(lab)
    await concerned.define(definition('stock_issue', 'confirm'))
    const statements = await statementsOf(plain)
    expect(statements.filter(text => /workflow_(steps|definitions)/.test(text))).toEqual([])
    expect(await statementsOf(other)).toEqual(statements)
    expect((await statementsOf(concerned)).filter(text => /workflow_(steps|definitions)/.test(text))).toHaveLength(2)
  })
})

test('a sandbox reset forgets definitions and steps, and what the book watches', async () => {
  const book = await stepBook(service)
  await book.define(lab)
  await book.lagering()
  const watched = async () => (await findAccount(service.database, book.tenant.slug, false))!.book.watched
  expect(await watched()).toEqual({
    starts: ['batch advance_phase'],
    holds: ['batch advance_phase'],
    objects: ['batch'],
  })
  expect((await book.api.post('/sandbox/actions/reset', {})).status).toBe(200)
  expect(await watched()).toBeNull()
  expect((await book.api.get('/workflow-steps')).body.data).toEqual([])
  service.clock.advance(3_600_000)
  await lookForDeadlines(service)
})
