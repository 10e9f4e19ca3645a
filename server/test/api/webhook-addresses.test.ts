/** Which addresses webhooks may be registered at, by their text and by what the DNS says of them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { hookUrl } from '../support/webhook-endpoints.ts'

/** What the DNS of this file knows; every other name has no address. */
const names: Record<string, string[]> = {
  'public.example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example.com': ['10.1.2.3'],
  'metadata.example.com': ['169.254.169.254'],
  'loop.example.com': ['::1'],
  'wrapped.example.com': ['::ffff:127.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '192.168.1.1'],
  'opened.example.com': ['10.20.0.7'],
}
const asked: string[] = []
const sending = {
  lookup: async (name: string): Promise<string[]> => {
    asked.push(name)
    if (name === 'broken.example.com') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return names[name] ?? []
  },
}

const closed = useService({ webhooks: { sending } })
const opened = useService({ webhooks: { sending, allowCidrs: ['10.20.0.0/16', 'fd00::/8'] } })

let api: Client
let openApi: Client
beforeAll(async () => {
  const wide = async (service: typeof closed) => {
    const tenant = await service.tenant()
    await tenant.set({ max_webhook_endpoints: 1_000 })
    return tenant.key()
  }
  api = await wide(closed)
  openApi = await wide(opened)
})

const register = (client: Client, url: string) => client.post('/webhook-endpoints', { url, types: ['*'] })

const refused = [
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
  '//hooks.example.com/',
  ' https://hooks.example.com/',
  'https://hooks.example.com/a b',
  'https://hooks.example.com\\@10.0.0.1/',
  'https://',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:99999/',
  'https://user:password@hooks.example.com/',
  'https://user@hooks.example.com/',
  'https://@hooks.example.com/',
  'https://hooks.example.com/#part',
  'https://hooks.example.com/#',
  'https://a..example.com/',
  `https://${'a'.repeat(63)}.${'b.'.repeat(100)}example.com/`,
  `https://${'a'.repeat(64)}.example.com/`,
  `https://hooks.example.com/${'x'.repeat(1_975)}`,
  // Names without a public meaning.
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://intranet/',
  'https://intranet./',
  'https://INTRANET:8443/',
  'https://hooks.test/',
  'https://hooks.example/',
  'https://Hooks.Example./',
  'https://hooks.invalid/',
  'https://hooks.onion/',
  'https://1.0.0.127.in-addr.arpa/',
  // IPv4 in every spelling.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.0.0.1./',
  'https://①②⑦.0.0.1/',
  'https://127%2e0.0.1/',
  'https://0.0.0.0/',
  'https://10.255.255.255/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255:8443/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6.
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  // What the DNS says: one address that is not public is enough.
  'https://private.example.com/',
  'https://private.example.com./',
  'https://PRIVATE.example.com:8443/in',
  'https://metadata.example.com/',
  'https://loop.example.com/',
  'https://wrapped.example.com/',
  'https://mixed.example.com/',
]

describe('422 invalid_url', () => {
  test.for(refused)('%s', async url => {
    const reply = await register(api, url)
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid_url' } })
    expect(reply.body.detail).toBeTruthy()
  })

  test('nothing of them is kept, and a change of the address is held to the same', async () => {
    expect((await api.get('/webhook-endpoints')).body.data).toEqual([])
    const { id } = (await register(api, hookUrl)).body
    const path = `/webhook-endpoints/${id}`
    for (const url of ['https://intranet/', 'https://hooks.test/', 'https://[::1]/', 'https://mixed.example.com/']) {
      expect((await api.patch(path, { url })).body.code).toBe('invalid_url')
    }
    expect((await api.patch(path, { url: 'https://public.example.com/' })).status).toBe(200)
    expect((await api.patch(path, { description: 'no address' })).status).toBe(200)
  })

  test('after the rows of the body: an address with other faults is not looked up', async () => {
    asked.length = 0
    const body = { url: 'https://private.example.com/', types: ['x'] }
    expect((await api.post('/webhook-endpoints', body)).body.code).toBe('validation_failed')
    expect(asked).toEqual([])
  })
})

describe('201', () => {
  test.for([
    'https://hooks.example.com',
    'HTTPS://Hooks.Example.com/In?a=1&b=%20',
    'https://hooks.example.com.:8443/',
    'https://public.example.com/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]:444/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost.example.com/',
    'https://hooks.example.net/',
    'https://hooks.example.org/',
    `https://${'a'.repeat(63)}.example.com/`,
    'https://příklad.example.com/',
    'https://broken.example.com/',
    'https://not-yet.example.com/',
  ])('%s', async url => {
    const reply = await register(api, url)
    expect(reply.status, reply.text).toBe(201)
    // Shown as it was sent: people look for what they wrote.
    expect(reply.body.url).toBe(url)
  })
})

describe('with ranges opened by the operator', () => {
  test.for([
    ['https://10.20.0.1:8443/', 201],
    ['https://[fd00::1]/', 201],
    ['https://[::ffff:10.20.0.1]/', 201],
    ['https://opened.example.com/', 201],
    ['https://receiver/', 422],
    ['https://receiver.internal/', 422],
    ['https://receiver.internal./', 422],
    ['https://localhost/', 422],
    ['https://public.example.com/', 201],
    ['https://10.21.0.1/', 422],
    ['https://127.0.0.1/', 422],
    ['https://[fe80::1]/', 422],
    ['https://private.example.com/', 422],
    ['https://mixed.example.com/', 422],
    ['http://10.20.0.1/', 422],
    ['https://user@10.20.0.1/', 422],
  ] as const)('%s %i', async ([url, status]) => {
    expect((await register(openApi, url)).status).toBe(status)
  })
})
