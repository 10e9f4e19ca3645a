/** Tasks as a signed-in person has them: their own role's, completed in their name. */
import { describe, expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { changeUser, peopleService, signInByLink } from '../support/person.ts'
import { useService } from '../support/service.ts'
import { lab, stepBook } from '../support/workflow.ts'

describe('/tasks', () => {
  const service = useService(peopleService)

  const handedOver = async () => {
    const book = await stepBook(service)
    await book.define(lab)
    const { id, path } = await book.lagering()
    const [first, second] = await book.steps(id)
    await book.drive(first.id, 'hand_over', { note: 'The laboratory is closed.' })
    return { book, path, first, second, person: await signInByLink(service, book.tenant.slug) }
  }

  test('are what waits for a person now; completing one brings the next', async () => {
    const { book, path, first, second, person } = await handedOver()
    const waiting = async () => (await person.get('/tasks')).body.data.map(({ id }: { id: string }) => id)
    expect(await waiting()).toEqual([first.id])
    expect((await person.get(`/tasks/${second.id}`)).body).toMatchObject({ key: 'sign_off', status: 'pending' })
    const early = await person.post(`/tasks/${second.id}/actions/complete`, {})
    expect(early.body).toMatchObject({ status: 409, code: 'invalid_transition' })
    const done = await person.post(`/tasks/${first.id}/actions/complete`, { note: 'Clean.' })
    expect(done.body).toMatchObject({
      status: 'completed',
      outcome: 'ok',
      note: 'Clean.',
      completed_by: { type: 'user' },
    })
    expect(await waiting()).toEqual([second.id])
    expect((await book.api.get('/workflow-steps?is_task=true')).body.data).toMatchObject([{ id: second.id }])
    expect((await book.act(path, 'advance_phase', { phase: 'packaging' })).status).toBe(409)
    expect((await person.post(`/tasks/${second.id}/actions/complete`, { outcome: 'ok' })).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect((await book.act(path, 'advance_phase', { phase: 'packaging' })).status).toBe(200)
  })

  test('422 validation_failed: a result of more than 16 kB, as for an external system', async () => {
    const { first, person } = await handedOver()
    const complete = (text: string) => person.post(`/tasks/${first.id}/actions/complete`, { result: { text } })
    const refused = await complete('x'.repeat(16_384))
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'result', code: 'not_allowed' }],
    })
    expect((await complete('x'.repeat(16_000))).status).toBe(200)
  })

  test('are not those of another role, and none of a key', async () => {
    const { book, first } = await handedOver()
    await changeUser(service, book.tenant.slug, { role: 'brewer', rights: [...roles.brewer.scopes] })
    const brewer = await signInByLink(service, book.tenant.slug)
    expect((await brewer.get('/tasks')).body.data).toEqual([])
    expect((await brewer.get(`/tasks/${first.id}`)).body).toMatchObject({ status: 403, code: 'forbidden' })
    const refused = await brewer.post(`/tasks/${first.id}/actions/complete`, {})
    expect(refused.body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await book.api.get('/tasks')).status).toBe(404)
  })
})
