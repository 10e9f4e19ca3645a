/** The client's address behind a proxy that is trusted. */
import { expect, test } from 'vitest'
import { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService({ trustProxy: ['127.0.0.1/32', '10.9.0.0/16'] })
const behindTwo = useService({ trustProxy: 2 })

test('the right-most hop that is not a trusted proxy counts', async () => {
  const api = await (await service.tenant()).key({ allowedAddresses: ['203.0.113.7'] })
  const from = (hops: string) => api.get('/me', { headers: { 'x-forwarded-for': hops } })
  expect((await from('203.0.113.7')).status).toBe(200)
  expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(200)
  expect((await from('203.0.113.7, 10.9.1.1')).status).toBe(200)
  expect((await from('203.0.113.7, 198.51.100.1')).body.code).toBe('ip_not_allowed')
  expect((await from('nonsense')).body.code).toBe('ip_not_allowed')
  expect((await api.get('/me')).body.code).toBe('ip_not_allowed')
})

test('a mapped IPv4 address is IPv4', async () => {
  const api = await (await service.tenant()).key({ allowedAddresses: ['203.0.113.0/24'] })
  const reply = await api.get('/me', { headers: { 'x-forwarded-for': '::ffff:203.0.113.9' } })
  expect(reply.status).toBe(200)
})

test('a number of proxies: so many hops from the right, whatever stands left of them', async () => {
  const api = await (await behindTwo.tenant()).key({ allowedAddresses: ['203.0.113.7'] })
  const from = (hops: string) => api.get('/me', { headers: { 'x-forwarded-for': hops } })
  expect((await from('203.0.113.7, 10.0.0.1')).status).toBe(200)
  expect((await from('198.51.100.1, 203.0.113.7, 10.0.0.1')).status).toBe(200)
  expect((await from('203.0.113.7, 198.51.100.1, 10.0.0.1')).body.code).toBe('ip_not_allowed')
  expect((await from('203.0.113.7, 203.0.113.7, 198.51.100.1, 10.0.0.1')).body.code).toBe('ip_not_allowed')
})

test('429: who makes up hops is still counted as one address', async () => {
  const guess = (index: number) =>
    new Client(behindTwo.address, 'guess').get('/me', {
      headers: { 'x-forwarded-for': `198.51.100.${index % 250}, 192.0.2.44, 10.0.0.1` },
    })
  const seen: string[] = []
  for (let index = 0; index < 3; index++) seen.push((await guess(index)).headers['ratelimit-remaining']!)
  expect(seen).toEqual(['599', '598', '597'])
})
