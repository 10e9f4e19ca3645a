/** What only we can cause is told in general words, and the service goes on. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ ...service.owner })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

test('500 internal_error: a database without a table we need, and nothing is said of it', async () => {
  const api = await (await service.tenant()).key()
  await asOwner('alter table contacts rename to elsewhere')
  const { body: partner } = await api.post('/partners', { name: 'Hospoda' })
  const reply = await api.get(`/partners/${partner.id}/contacts`)
  expect(reply).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  expect(Object.keys(reply.body)).toEqual(['type', 'title', 'status', 'code', 'instance'])
  expect(reply.text).not.toMatch(/contacts|relation|42P01/)
  await asOwner('alter table elsewhere rename to contacts')
  expect((await api.get(`/partners/${partner.id}/contacts`)).body.data).toEqual([])
})
