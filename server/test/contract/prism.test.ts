/** Prism, a proxy made by others, holds every answer of a sale against the document, from the partner to the payment. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellTheWeek } from '../examples/week.ts'
import { openValidatingProxy, type ValidatingProxy } from '../support/validating-proxy.ts'
import { useWebhooks } from '../support/webhooks.ts'

const scene = useWebhooks()

/** Prism needs a third of a second for an operation it meets first: the whole week would take a minute. */
const chapters = ['subscribe', 'partners', 'money', 'stock', 'sell']

let proxy: ValidatingProxy
beforeAll(async () => {
  proxy = await openValidatingProxy(scene.service.address)
})
afterAll(() => proxy.close())

test('no call and no answer of a sale breaks the document', async () => {
  const notes = await tellTheWeek(scene, { clientOf: proxy.clientOf, chapters })
  expect(notes.surprises).toEqual([])
  expect(proxy.violations).toEqual([])
  expect(notes.operations.size).toBeGreaterThan(60)
})

test('a call the document does not know is told', async () => {
  const { api } = await scene.book()
  await proxy.clientOf(api.key!).post('/partners', { nickname: 'U Tří sudů' })
  expect(proxy.violations.map(({ where }) => where)).toContain('request.body')
})
