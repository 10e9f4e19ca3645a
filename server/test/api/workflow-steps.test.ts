/** Workflow steps: what each state allows, how it refuses, and what a key is shown. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import type { Reply } from '../support/client.ts'
import { peopleService } from '../support/person.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'
import { copyStep, lookForDeadlines, type StepBook, stepBook } from '../support/workflow.ts'

const service = useService(peopleService)

const onCreate = (code: string, steps: object[]) => ({
  code,
  name: code,
  on: { document: 'batch', action: 'create' },
  steps,
  is_active: false,
})
const external = { key: 'lab', title: 'Lab', kind: 'external', timeout_seconds: 3600 }
const manual = onCreate('MANUAL', [
  { ...external, call: 'manual' },
  { key: 'next', title: 'Next', kind: 'external', after: ['lab'] },
])
const auto = onCreate('AUTO', [external])
const person = onCreate('PERSON', [{ key: 'look', title: 'Look', kind: 'person', role: 'warehouse' }])

let book: StepBook

/** The steps a new batch gets by this definition alone. */
async function made(definition: ReturnType<typeof onCreate>): Promise<string[]> {
  await book.define({ ...definition, is_active: true })
  const { id } = (await book.batch()).body
  await book.define(definition)
  return (await book.steps(id)).map((step: { id: string }) => step.id)
}

beforeAll(async () => {
  book = await stepBook(service)
})

const actions = ['call', 'wait', 'complete', 'hand_over']
const answer = ({ status, body }: Reply) => (status === 200 ? 'ok' : body.code)

/** What each action would meet now. */
const answers = async (id: string) =>
  Object.fromEntries(
    await Promise.all(
      actions.map(async key => [
        key,
        answer(await book.api.post(`/workflow-steps/${id}/actions/${key}?dry_run=true`, {})),
      ]),
    ),
  )

const table = (call: string, wait: string, complete: string, hand_over: string) => ({ call, wait, complete, hand_over })
const closed = 'invalid_transition'
const all = (code: string) => table(code, code, code, code)
const over = table(closed, 'step_not_waiting', 'step_not_waiting', closed)

describe('every action in every state', () => {
  test('pending, called, waiting, past the deadline, handed over', async () => {
    const [id, next] = await made(manual)
    expect(await answers(id!)).toEqual(table('ok', closed, 'step_not_waiting', 'ok'))
    expect(await answers(next!)).toEqual(table(closed, closed, 'step_not_waiting', closed))
    expect((await book.step(next!)).allowed_actions).toEqual([])
    expect((await book.drive(id!, 'call')).body).toMatchObject({
      status: 'called',
      allowed_actions: ['wait', 'hand_over'],
    })
    expect(await answers(id!)).toEqual(table(closed, 'ok', 'step_not_waiting', 'ok'))
    expect((await book.drive(id!, 'wait')).body.allowed_actions).toEqual(['wait', 'complete', 'hand_over'])
    expect(await answers(id!)).toEqual(table(closed, 'ok', 'ok', 'ok'))
    // Nearer, never below a minute; past it the service need not have noticed.
    await book.drive(id!, 'wait', { timeout_seconds: 60 })
    service.clock.advance(60_000)
    expect(await answers(id!)).toEqual(all('step_handed_over'))
    await lookForDeadlines(service)
    expect(await answers(id!)).toEqual(all('step_handed_over'))
    await book.person(id!)
    expect(await answers(id!)).toEqual(all('step_handed_over'))
    expect(await book.step(next!)).toMatchObject({ status: 'called' })
    service.clock.advance(86_400_000)
    expect(await answers(next!)).toEqual(all('step_handed_over'))
  })

  test('completed, cancelled, and those of persons', async () => {
    const [id] = await made(auto)
    await book.drive(id!, 'wait')
    await book.drive(id!, 'complete', { outcome: 'rejected' })
    expect(await answers(id!)).toEqual(over)
    const [other] = await made(auto)
    const { document } = await book.step(other!)
    expect((await book.act(`/batches/${document.id}`, 'cancel')).status).toBe(200)
    expect(await book.step(other!)).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect(await answers(other!)).toEqual(over)
    const [task] = await made(person)
    expect(await answers(task!)).toEqual(all('step_not_external'))
    expect((await book.step(task!)).allowed_actions).toEqual([])
    expect((await book.drive(task!, 'fly')).body.code).toBe('unknown_action')
  })

  test('GET /workflow-steps/{id}/actions explains the same', async () => {
    const [id] = await made(auto)
    const { data } = (await book.api.get(`/workflow-steps/${id}/actions`)).body
    const codes = data.map(({ key, blockers }: { key: string; blockers: { code: string }[] }) => [
      key,
      blockers[0]?.code,
    ])
    expect(codes).toEqual([
      ['call', closed],
      ['wait', undefined],
      ['complete', 'step_not_waiting'],
      ['hand_over', undefined],
    ])
  })
})

describe('bodies', () => {
  test('422: times out of range, long results and notes are rows', async () => {
    const [id] = await made(auto)
    for (const timeout_seconds of [59, 604_801, '60', 60.5])
      expect(faultsOf(await book.drive(id!, 'wait', { timeout_seconds }))).toEqual(['timeout_seconds not_allowed'])
    expect((await book.drive(id!, 'wait', { timeout_seconds: 604_800 })).status).toBe(200)
    const tooMuch = { outcome: 'well', result: { text: 'x'.repeat(16_400) }, note: 'x'.repeat(2001) }
    expect(faultsOf(await book.drive(id!, 'complete', tooMuch)).toSorted()).toEqual([
      'note not_allowed',
      'outcome not_allowed',
      'result not_allowed',
    ])
    expect(faultsOf(await book.drive(id!, 'complete', { result: [1] }))).toEqual(['result not_allowed'])
    expect((await book.drive(id!, 'complete', { result: {}, note: null })).status).toBe(200)
  })

  test('200: a repeated key replays; 412: another version', async () => {
    const [id] = await made(auto)
    const path = `/workflow-steps/${id}/actions/wait`
    const headers = { 'idempotency-key': 'once' }
    const first = await book.api.post(path, {}, { headers })
    const again = await book.api.post(path, {}, { headers })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.text).toBe(first.text)
    const stale = await book.api.post(path, {}, { headers: { 'if-match': 'W/"1"' } })
    expect(stale.body.code).toBe('stale_version')
  })
})

describe('reading', () => {
  test('200: filters find steps by what they are about', async () => {
    const [id] = await made(person)
    const { run_id, document } = await book.step(id!)
    const found = async (query: string) =>
      (await book.api.get(`/workflow-steps?${query}&limit=200`)).body.data.map((step: { id: string }) => step.id)
    expect(await found(`run_id=${run_id}`)).toEqual([id])
    expect(await found(`document_object=batch&document_id=${document.id}`)).toEqual([id])
    expect(await found(`document_object=order&document_id=${document.id}`)).toEqual([])
    expect(await found('definition=PERSON&status=pending')).toContain(id)
    expect(await found('definition=PERSON&status=called')).toEqual([])
    expect(await found('kind=external')).not.toContain(id)
    expect((await book.api.get('/workflow-steps?status=lost')).status).toBe(422)
    expect((await book.api.get(`/workflow-steps/${nobody}`)).status).toBe(404)
  })

  test('a key without the scope of the document sees the step without it, and its events without content', async () => {
    const [id] = await made(auto)
    const scopes = ['workflow:write', 'events:read'] as const
    const outside = await book.tenant.key({ scopes })
    const { payload } = (await outside.get(`/workflow-steps/${id}`)).body
    expect(payload).toEqual({ params: {}, document: null, redacted: true })
    expect((await outside.get('/workflow-steps')).body.data[0].payload.redacted).toBe(true)
    const waiting = await outside.post(`/workflow-steps/${id}/actions/wait`, {})
    expect(waiting.body.payload).toEqual(payload)
    const shown = await outside.post(`/workflow-steps/${id}/actions/complete?dry_run=true`, {})
    expect(shown.body.events[0]).toMatchObject({ data: { object: { object: 'workflow_step', id } }, redacted: true })
    const last = async (api: typeof outside) =>
      (await api.get('/events?types=workflow.step_waiting_external&limit=200')).body.data.at(-1)
    expect(await last(outside)).toMatchObject({ data: { object: { object: 'workflow_step', id } }, redacted: true })
    expect((await last(outside)).data.object.payload).toBeUndefined()
    const whole = await last(book.api as typeof outside)
    expect(whole.data.object.payload.document).toMatchObject({ object: 'batch' })
    expect(whole).not.toHaveProperty('redacted')
  })

  test('403: reading needs workflow:write', async () => {
    const api = await book.tenant.key({ scopes: ['brewery:read'] })
    expect((await api.get('/workflow-steps')).body.code).toBe('insufficient_scope')
  })
})

describe('tasks of persons', () => {
  test('refused: without the role, before its turn, or when it is no task', async () => {
    await book.apply({
      users: [
        { email: `w@${book.tenant.slug}.example`, name: 'W', role: 'warehouse' },
        { email: `s@${book.tenant.slug}.example`, name: 'S', role: 'sales' },
      ],
    })
    const [id] = await made(person)
    expect(await book.mails(id!)).toEqual([`w@${book.tenant.slug}.example Úkol: Look`])
    await expect(book.person(id!, {}, `s@${book.tenant.slug}.example`)).rejects.toMatchObject({ code: 'forbidden' })
    await book.person(id!, { outcome: 'rejected' }, `w@${book.tenant.slug}.example`)
    await expect(book.person(id!)).rejects.toMatchObject({ code: closed })
    const [lab, next] = await made(manual)
    await expect(book.person(lab!)).rejects.toMatchObject({ code: closed })
    await expect(book.person(next!)).rejects.toMatchObject({ code: closed })
    expect((await book.drive(lab!, 'hand_over', { note: 'Closed today.' })).body).toMatchObject({
      status: 'handed_over',
      note: 'Closed today.',
    })
    expect(await book.mails(lab!)).toHaveLength(1)
    await book.person(lab!, { note: null })
    expect(await book.step(lab!)).toMatchObject({ status: 'completed', note: 'Closed today.' })
    expect((await book.step(next!)).status).toBe('called')
  })
})

describe('deadlines', () => {
  test('complete and the worker at the same instant: one wins', async () => {
    const ids = []
    for (let count = 0; count < 6; count++) ids.push((await made(auto))[0]!)
    for (const id of ids) await book.drive(id, 'wait', { timeout_seconds: 60 })
    const { deadline_at } = await book.step(ids[3]!)
    service.clock.advance(Date.parse(deadline_at) - service.clock() - 30)
    let isOver = false
    const worker = (async () => {
      while (!isOver) await lookForDeadlines(service)
    })()
    const replies = await Promise.all(ids.map(id => book.drive(id, 'complete')))
    service.clock.advance(60_000)
    isOver = true
    await worker
    await lookForDeadlines(service)
    for (const [index, id] of ids.entries()) {
      const step = await book.step(id)
      const isCompleted = replies[index]!.status === 200
      expect(answer(replies[index]!)).toBe(isCompleted ? 'ok' : 'step_handed_over')
      expect(step.status).toBe(isCompleted ? 'completed' : 'handed_over')
      expect(step.handed_over_at === null).toBe(isCompleted)
      expect(await book.mails(id)).toHaveLength(isCompleted ? 0 : 1)
    }
  })

  test('three nodes hand each of many over once', async () => {
    const [id] = await made(auto)
    const copies = 900
    await copyStep(service.database, { id: id!, copies })
    service.clock.advance(3_600_000)
    await Promise.all([lookForDeadlines(service), lookForDeadlines(service), lookForDeadlines(service)])
    const rows = await service.database.many<{ status: string; version: number; mails: number; count: number }>(sql`
      select s.status, s.version, m.mails, count(*)::integer as count
        from workflow_steps s
        left join lateral (
          select count(*)::integer as mails from mails where topic = 'step:' || s.id) m on true
       where s.book_id = ${book.bookId}
         and s.document_id = (select document_id from workflow_steps where book_id = ${book.bookId} and id = ${id})
       group by 1, 2, 3`)
    expect(rows).toEqual([{ status: 'handed_over', version: 2, mails: 1, count: copies + 1 }])
  })
})
