/** Breweries are reached at BASE_URL, other trades at ALT_BASE_URL: links and errors of an account begin with its own. */
import { expect, test } from 'vitest'
import { testBaseUrl, useService } from '../support/service.ts'

const altBaseUrl = 'https://api.cellar.example'
const service = useService({ altBaseUrl })

const file = { file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 3 }

test('201, 404: the links and errors of a brewery begin with the first address', async () => {
  const api = await (await service.tenant({ vertical: 'brewery' })).key()
  expect((await api.post('/attachments', file)).body.upload_url).toMatch(new RegExp(`^${testBaseUrl}/`))
  expect((await api.get('/nowhere')).body.type).toBe(`${testBaseUrl}/developers#errors-not_found`)
})

test('201, 404: those of a winery with the other one', async () => {
  const api = await (await service.tenant({ vertical: 'winery' })).key()
  expect((await api.post('/attachments', file)).body.upload_url).toMatch(new RegExp(`^${altBaseUrl}/`))
  expect((await api.get('/nowhere')).body.type).toBe(`${altBaseUrl}/developers#errors-not_found`)
})

test('401 unauthenticated: without an account it is the first', async () => {
  const reply = await fetch(`${service.address}/api/v1/partners`)
  expect(((await reply.json()) as { type: string }).type).toBe(`${testBaseUrl}/developers#errors-unauthenticated`)
})

test('200: the OpenAPI document names both', async () => {
  const reply = await fetch(`${service.address}/api/v1/openapi.json`)
  expect(((await reply.json()) as { servers: object[] }).servers).toEqual(
    [testBaseUrl, altBaseUrl].map(url => ({ url: `${url}/api/v1` })),
  )
})
