/** A laboratory and a signature before a batch goes on, from the first call to the end. */
import { describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { lab, lookForDeadlines, stepBook } from '../support/workflow.ts'

const service = useService()

/** Seconds from one instant to another. */
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000

const refusal = ({ status, body }: Reply) => `${status} ${body.code}`

describe('a workflow timeline', () => {
  test('called, waited for, extended, handed over at the deadline, completed by people', async () => {
    const book = await stepBook(service)
    const minutes = (count: number) => advanceSandbox(book.api, count * 60_000)
    await book.define(lab)
    const { id, path, vessel } = await book.fermenting('1000')
    const advance = (phase: string) => book.act(path, 'advance_phase', { phase, vessel_id: vessel })

    const since = Number((await book.api.get('/batches')).headers['x-service-latest-sequence'])
    expect((await advance('lagering')).status).toBe(200)
    const events = (await book.api.get(`/events?since_sequence=${since}`)).body.data
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['batch.phase_changed', 'workflow.step_called'])
    expect(new Set(events.map(({ request_id }: { request_id: string }) => request_id)).size).toBe(1)

    const [first, second] = await book.steps(id)
    expect(first).toMatchObject({
      object: 'workflow_step',
      definition: { code: 'LAB', name: 'Laboratory' },
      key: 'lab',
      status: 'called',
      document: { object: 'batch', id },
      payload: { params: { sheet: 'A' }, document: { object: 'batch', id, phase: 'lagering' } },
      allowed_actions: ['wait', 'hand_over'],
      livemode: false,
    })
    expect(events[1].data.object).toEqual(first)
    expect(seconds(first.called_at, first.deadline_at)).toBe(3600)
    expect(second).toMatchObject({ key: 'sign_off', status: 'pending', allowed_actions: [], run_id: first.run_id })
    expect(second).toMatchObject({ called_at: null, deadline_at: null, payload: { params: {} } })

    await minutes(5)
    expect(refusal(await book.drive(first.id, 'complete'))).toBe('409 step_not_waiting')
    const waiting = await book.emitted(async () => {
      const { body } = await book.drive(first.id, 'wait', { timeout_seconds: 1800 })
      expect(body.status).toBe('waiting_external')
      expect(seconds(body.updated_at, body.deadline_at)).toBe(1800)
    })
    expect(waiting).toEqual(['workflow.step_waiting_external'])

    await minutes(25)
    const extended = await book.emitted(async () => {
      const { body } = await book.drive(first.id, 'wait', { timeout_seconds: 1800 })
      expect(seconds(body.updated_at, body.deadline_at)).toBe(1800)
    })
    expect(extended).toEqual([])

    await minutes(20)
    const held = await advance('packaging')
    expect(refusal(held)).toBe('409 conflict')
    expect(held.body.blockers).toEqual([
      { object: 'workflow_step', id: first.id, key: 'lab', status: 'waiting_external', outcome: null },
      { object: 'workflow_step', id: second.id, key: 'sign_off', status: 'pending', outcome: null },
    ])
    await lookForDeadlines(service)
    expect((await book.step(first.id)).status).toBe('waiting_external')

    await minutes(10)
    const handingOver = await book.emitted(() => lookForDeadlines(service))
    expect(handingOver).toEqual([])
    const handedOver = await book.step(first.id)
    expect(handedOver).toMatchObject({
      status: 'handed_over',
      allowed_actions: [],
      handed_over_at: handedOver.updated_at,
    })
    expect(Date.parse(handedOver.handed_over_at)).toBeGreaterThanOrEqual(Date.parse(handedOver.deadline_at))
    expect(await book.mails(first.id)).toEqual([`owner@${book.tenant.slug}.example Úkol: Analysis`])

    await minutes(10)
    expect(refusal(await book.drive(first.id, 'complete'))).toBe('409 step_handed_over')
    expect(refusal(await book.drive(second.id, 'complete'))).toBe('409 step_not_external')

    await minutes(10)
    const byPeople = await book.emitted(async () => {
      await book.person(first.id, { note: 'By phone.' })
      await book.person(second.id)
    })
    expect(byPeople).toEqual([])
    const done = await book.step(first.id)
    expect(done).toMatchObject({
      status: 'completed',
      outcome: 'ok',
      note: 'By phone.',
      completed_by: { type: 'user' },
    })
    expect((await book.step(second.id)).completed_by).toEqual(done.completed_by)

    await minutes(10)
    expect((await advance('packaging')).status).toBe(200)
  })

  test('an external system completes in time; what waited for it is called in the same write', async () => {
    const book = await stepBook(service)
    const report = { key: 'report', title: 'Report', kind: 'external', after: ['lab'] }
    await book.define({ ...lab, steps: [...lab.steps, report] })
    const { id } = await book.lagering()
    const [first, second, third] = await book.steps(id)
    await book.drive(first.id, 'wait')
    const events = await book.emitted(async () => {
      const { body } = await book.drive(first.id, 'complete', { result: { ph: '4.4' }, note: 'Fine.' })
      expect(body).toMatchObject({ status: 'completed', outcome: 'ok', result: { ph: '4.4' }, note: 'Fine.' })
      expect(body.completed_by).toEqual({ type: 'api_key', id: expect.any(String) })
      expect(body.allowed_actions).toEqual([])
    })
    expect(events).toEqual(['workflow.step_completed_external', 'workflow.step_called'])
    const called = await book.step(third.id)
    expect(called.status).toBe('called')
    expect(seconds(called.called_at, called.deadline_at)).toBe(86_400)
    // A person's task begins: those of the role are told.
    expect(await book.mails(second.id)).toEqual([`owner@${book.tenant.slug}.example Úkol: Sign-off`])
    expect(await book.mails(third.id)).toEqual([])
  })
})
