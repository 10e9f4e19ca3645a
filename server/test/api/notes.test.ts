/** A new kind of document is its own folder, a line in the list of domains and a migration: everything else follows. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { referenceFiles } from '../../src/describe/reference-files.ts'
import { house } from '../../src/domains/index.ts'
import { defineHouse } from '../../src/kernel/domain.ts'
import { invariantsOf } from '../../src/kernel/record-invariants.ts'
import { verify } from '../../src/kernel/verify.ts'
import type { Client } from '../support/client.ts'
import { notesDomain } from '../support/notes.ts'
import { useService } from '../support/service.ts'

// Before the service of this file is built; the house of all others comes back afterwards.
const domains = [...house.domains, notesDomain]
beforeAll(() => {
  defineHouse(domains)
})
const service = useService({ alone: true })
afterAll(() => {
  defineHouse(house.domains)
})

let api: Client

let owner: Database

beforeAll(async () => {
  owner = openDatabase({ ...service.owner }, { name: 'test', size: 1 })
  await owner.run(sql`
    create table notes (
      book_id uuid not null references books, id uuid not null, version integer not null, number text not null,
      status text not null, text text not null, answer text not null, created_at timestamptz not null,
      updated_at timestamptz not null, primary key (book_id, id))`)
  api = await (await service.tenant()).key()
})

test('201, 200, 409: written, found, done once, and told', async () => {
  const created = await api.post('/notes', { text: 'Hops?' })
  expect(created).toMatchObject({ status: 201, body: { object: 'note', status: 'draft', allowed_actions: ['finish'] } })
  expect(created.headers.location).toBe(`/api/v1/notes/${created.body.id}`)
  expect(created.body.number).toMatch(/^NOTE\d{4}00001$/)
  const done = await api.post(`/notes/${created.body.id}/actions/finish`, { answer: 'Enough.' })
  expect(done.body).toMatchObject({ status: 'done', answer: 'Enough.', allowed_actions: [] })
  const again = await api.post(`/notes/${created.body.id}/actions/finish`, { answer: 'Again.' })
  expect(again).toMatchObject({ status: 409, body: { code: 'invalid_transition', allowed_actions: [] } })
  expect((await api.get('/notes?status=done')).body.data).toEqual([done.body])
  const { data } = (await api.get('/events')).body
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['note.created', 'note.done'])
})

test('422 unknown_field, 404 unknown_action, 412 stale_version, dry run: as everywhere', async () => {
  const { body } = await api.post('/notes', { text: 'Malt?' })
  expect((await api.post('/notes', { text: 'a', colour: 'red' })).body).toMatchObject({ code: 'unknown_field' })
  expect((await api.post(`/notes/${body.id}/actions/burn`, {})).body).toMatchObject({ code: 'unknown_action' })
  const stale = await api.post(
    `/notes/${body.id}/actions/finish`,
    { answer: 'x' },
    { headers: { 'if-match': 'W/"9"' } },
  )
  expect(stale.body).toMatchObject({ code: 'stale_version' })
  const tried = await api.post(`/notes/${body.id}/actions/finish?dry_run=true`, { answer: 'x' })
  expect(tried.body).toMatchObject({ status: 'done', dry_run: true, events: [{ type: 'note.done' }] })
  expect((await api.get(`/notes/${body.id}/actions`)).body.data).toMatchObject([{ key: 'finish', allowed: true }])
})

test('200: a reset of the sandbox empties it, and verify asks for its events', async () => {
  const asked = invariantsOf(defineHouse(domains))
  expect(asked.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['note.created_has_event', 'note.events_have_record']),
  )
  expect(await verify(owner, asked)).toEqual([])
  expect((await api.post('/sandbox/actions/reset', {})).status).toBe(200)
  expect((await api.get('/notes')).body.data).toEqual([])
})

test('the reference tells of it', () => {
  const files = referenceFiles()
  const text = (name: string) => files.find(({ path }) => path.endsWith(name))!.text
  expect(text('events.md')).toContain('note.done')
  expect(text('workflows.md')).toContain('## note')
})

test('CONTRIBUTING shows the very document', () => {
  const at = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
  const code = at('../support/notes.ts').split("from '../../src/lib/ids.ts'\n\n")[1]!
  expect(at('../../../CONTRIBUTING.md')).toContain(code.trimEnd())
})

afterAll(() => owner.end())
