/** Short words for stories about workflow steps: a brewery with a definition, its steps, the worker, the people. */
import { expect } from 'vitest'
import type { Queryable } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { listUsers } from '../../src/domains/accounts/index.ts'
import { house } from '../../src/domains/index.ts'
import { completeTaskOf } from '../../src/domains/workflow/index.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { writeAsPerson } from '../../src/kernel/system-write.ts'
import { type Brewhouse, brewhouse } from './brewery.ts'
import { jobDeps } from './jobs.ts'
import type { Service } from './service.ts'

/** The definition of the timeline. */
export const lab = {
  code: 'LAB',
  name: 'Laboratory',
  on: { document: 'batch', action: 'advance_phase', to: 'lagering' },
  steps: [
    {
      key: 'lab',
      title: 'Analysis',
      kind: 'external',
      timeout_seconds: 3600,
      blocks: ['advance_phase'],
      params: { sheet: 'A' },
    },
    { key: 'sign_off', title: 'Sign-off', kind: 'person', role: 'admin', after: ['lab'], blocks: ['advance_phase'] },
  ],
} as const

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answered; its shape is checked before
type Step = any

export interface StepBook extends Brewhouse {
  bookId: string
  define(...definitions: object[]): Promise<void>
  /** Of a document, in the order they were made. */
  steps(documentId: string): Promise<Step[]>
  step(id: string): Promise<Step>
  drive(id: string, key: string, body?: object): ReturnType<Brewhouse['act']>
  /** A person completes a step; the owner unless an e-mail is given. */
  person(id: string, body?: object, email?: string): Promise<void>
  /** Recipients and subjects of the mails of a step. */
  mails(id: string): Promise<string[]>
  /** The types of events that came meanwhile. */
  emitted(work: () => Promise<unknown>): Promise<string[]>
  /** A batch that has just come to lagering. */
  lagering(): Promise<{ id: string; path: string }>
}

/** The worker of one node looks once. */
export const lookForDeadlines = (service: Service): Promise<void> =>
  house.jobs.find(({ name }) => name === 'the deadlines of workflow steps')!.run(jobDeps(service), () => false)

/** Copies belong to the same document, each to a run of its own. */
export const copyStep = (db: Queryable, { id, copies }: { id: string; copies: number }): Promise<unknown> =>
  db.run(sql`
    insert into workflow_steps
    select c.*
      from generate_series(1, ${copies}) n
     cross join workflow_steps s
     cross join lateral jsonb_populate_record(
       s, jsonb_build_object('id', md5(concat(n, s.id))::uuid, 'run_id', md5(concat(n, s.run_id))::uuid)) c
     where s.id = ${id}`)

export async function stepBook(service: Service): Promise<StepBook> {
  const book = await brewhouse(service)
  const account = (await findAccount(service.database, book.tenant.slug, false))!
  const own: StepBook = {
    ...book,
    bookId: account.book.id,
    async define(...definitions) {
      await book.apply({ workflow_definitions: definitions as never })
    },
    async steps(documentId) {
      const reply = await book.api.get(`/workflow-steps?document_id=${documentId}&limit=200`)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data.toReversed()
    },
    step: async id => (await book.api.get(`/workflow-steps/${id}`)).body,
    drive: (id, key, body = {}) => book.act(`/workflow-steps/${id}`, key, body),
    async person(id, body = {}, email) {
      const users = await listUsers(service.database, account.tenant.id)
      const user = users.find(each => (email ? each.email === email : each.role === 'owner'))!
      await writeAsPerson(user.id, { database: service.database, clock: service.clock, account }, async ctx => {
        await completeTaskOf(ctx, { stepId: id, person: user }, body)
      })
    },
    async mails(id) {
      const rows = await service.database.many<{ recipient: string; subject: string }>(
        sql`select recipient, subject from mails where topic = ${`step:${id}`} order by recipient`,
      )
      return rows.map(({ recipient, subject }) => `${recipient} ${subject}`)
    },
    async emitted(work) {
      const since = (await book.api.get('/batches?limit=1')).headers['x-service-latest-sequence']
      await work()
      const { data } = (await book.api.get(`/events?since_sequence=${since}&limit=200`)).body
      return data.map(({ type }: { type: string }) => type)
    },
    async lagering() {
      const { id, path, vessel } = await book.fermenting('1000')
      const reply = await book.act(path, 'advance_phase', { phase: 'lagering', vessel_id: vessel })
      expect(reply.status, reply.text).toBe(200)
      return { id, path }
    },
  }
  return own
}
