/** What a delivery carried, as people see it: to the byte, and no more than they may read. */
import { expect, test } from 'vitest'
import { changeUser, signInByLink } from '../support/person.ts'
import { useSharedWebhooks } from '../support/webhooks.ts'

const scene = useSharedWebhooks()

async function delivered() {
  const { tenant, api } = await scene.book()
  const hook = await scene.hook(api, { types: ['partner.created'] })
  await api.post('/partners', { name: 'Hop Garden' })
  const [got] = await hook.gets(1)
  const [delivery] = await hook.settles()
  return { tenant, api, got: got!, path: `/webhook-deliveries/${delivery!.id}/payload` }
}

test('200: is what the receiver got, to the byte', async () => {
  const { tenant, got, path } = await delivered()
  const owner = await signInByLink(scene.service, tenant.slug)
  const { body } = await owner.get(path)
  expect(body).toMatchObject({ object: 'webhook_payload', is_redacted: false })
  expect(Buffer.from(body.body)).toEqual(Buffer.from(got.body))
})

test('200: without the record for someone who may not read it', async () => {
  const { tenant, path } = await delivered()
  const owner = await signInByLink(scene.service, tenant.slug)
  await changeUser(scene.service, tenant.slug, { rights: ['webhooks:manage'] })
  const { body } = await owner.get(path)
  expect(body.is_redacted).toBe(true)
  expect(body.body).not.toContain('Hop Garden')
})

test('404 not_found: for a key there is no such path', async () => {
  const { api, path } = await delivered()
  expect(await api.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
