/** `listen`, `tail` and `replay`: events as they come and once more, signed as webhooks are. */
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Ended, enter, oneObject } from '../support/commands.ts'
import { type LocalReceiver, openLocalReceiver } from '../support/local-receiver.ts'
import { useService } from '../support/service.ts'
import { hookUrl } from '../support/webhook-endpoints.ts'

const service = useService({ webhooks: { sending: { lookup: async () => [] } } })

let api: Client
let receiver: LocalReceiver
let stop: AbortController

beforeEach(async () => {
  api = await (await service.tenant()).key()
  receiver = await openLocalReceiver()
  stop = new AbortController()
})

afterEach(() => receiver.close())

const environment = () => ({ CELLARBOOK_URL: service.address, CELLARBOOK_KEY: api.key! })
const partner = (name: string) => api.post('/partners', { name })

/** Runs until `stop`; `ready` holds once a line matches. */
function start(args: string[]): { ended: Promise<Ended>; line(pattern: RegExp): Promise<string> } {
  const lines: string[] = []
  let wake = () => {}
  const ended = enter({ env: {} }, args, {
    environment: environment(),
    until: stop.signal,
    onLine(line) {
      lines.push(line)
      wake()
    },
  })
  return {
    ended,
    async line(pattern) {
      for (;;) {
        const found = lines.find(line => pattern.test(line))
        if (found !== undefined) return found
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}

const type = (...args: string[]): Promise<Ended> => enter({ env: {} }, args, { environment: environment() })

describe('listen', () => {
  test('posts what comes, signed as webhooks are, and tells status and time; a signal ends it clean', async () => {
    await partner('Before')
    const listening = start(['listen', '--forward', receiver.url, '--since', '0'])
    const secret = (await listening.line(/^Signing secret/)).split(/\s+/).at(-1)!
    await receiver.until(1)
    await partner('While it listens')
    await receiver.until(2)
    await listening.line(/#2 .* 200 /)
    stop.abort()
    const { code, stdout, stderr } = await listening.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 events taken, 0 given up.\n' })
    expect(stdout).toMatch(/\d\d:\d\d:\d\d {3}#1 {3}partner\.created {3}200 {3}\d+ ms\n/)
    const [first, second] = receiver.received
    for (const { body, headers } of [first!, second!]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ object: 'event' })
    }
    expect(second!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': JSON.parse(second!.body).id,
      'webhook-attempt': '1',
      'webhook-sequence': '2',
      'webhook-previous-sequence': '1',
    })
    expect(first!.headers).not.toHaveProperty('webhook-previous-sequence')
  })

  test('tries again shortly with the same body, and only the types asked for', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    await partner('A')
    await api.post('/items', { name: 'B', unit: { unit_code: 'kg' } })
    receiver.statuses.push(500)
    const args = [
      'listen',
      '--forward',
      receiver.url,
      '--types',
      'item.*',
      '--since',
      '0',
      '--secret',
      secret,
      '--json',
    ]
    const listening = start(args)
    await listening.line(/"http_status":200/)
    stop.abort()
    const { stdout } = await listening.ended
    const told = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(told).toMatchObject([
      { type: 'item.created', attempt: 1, http_status: 500, error: 'http_500' },
      { type: 'item.created', attempt: 2, http_status: 200, error: null },
    ])
    const [first, second] = receiver.received
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>)
  })

  test('is refused for what cannot work, before it goes on for ever', async () => {
    const wrong: [string[], RegExp][] = [
      [['--forward', 'ftp://x'], /--forward takes an address/],
      [['--forward', receiver.url, '--secret', 'x'], /begins with whsec_/],
      [['--forward', receiver.url, '--types', 'nonsense'], /422 validation_failed: .*nonsense/],
    ]
    for (const [args, expected] of wrong)
      expect(await type('listen', ...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(expected) })
  })
})

describe('tail', () => {
  test('shows a line per event, or the event as JSON', async () => {
    const [tailing, json] = [
      ['tail', 'events', '--since', '0'],
      ['tail', 'events', '--since', '0', '--json'],
    ].map(start)
    const { id } = (await partner('Seen')).body
    expect(await tailing!.line(/#1/)).toMatch(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d {3}#1 {3}partner.created {3}partner ${id}$`),
    )
    expect(JSON.parse(await json!.line(/partner/))).toMatchObject({
      sequence: 1,
      data: { object: { id, name: 'Seen' } },
    })
    stop.abort()
    for (const { ended } of [tailing!, json!]) expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('requests are those of a tenant; there is nothing else', async () => {
    expect((await type('tail', 'requests')).stderr).toMatch(/Say whose requests/)
    expect((await type('tail', 'nonsense')).stderr).toMatch(/events and requests to tail, not nonsense/)
  })
})

describe('replay', () => {
  test('posts events since a sequence or from one on to an address, and ends', async () => {
    for (const name of ['A', 'B', 'C']) await partner(name)
    const sequences = () => receiver.received.splice(0).map(({ headers }) => headers['webhook-sequence'])
    const told = await type('replay', '--since', '1', '--forward', receiver.url)
    expect(told).toMatchObject({ code: 0, stderr: '2 events taken, 0 given up.\n' })
    expect(sequences()).toEqual(['2', '3'])
    const { data } = (await api.get('/events')).body
    await type('replay', '--since', data[2].id, '--forward', receiver.url)
    expect(sequences()).toEqual(['3'])
    const none = await type('replay', '--since', '0', '--types', 'item.*', '--forward', receiver.url)
    expect(none).toMatchObject({ code: 0, stderr: '0 events taken, 0 given up.\n' })
    expect((await type('replay', '--since', '3', '--forward', receiver.url)).code).toBe(0)
    expect(sequences()).toEqual([])
  })

  test('asks an endpoint to be sent them again', async () => {
    const { id } = (await api.post('/webhook-endpoints', { url: hookUrl, types: ['*'] })).body
    const { stdout } = await type('replay', '--since', '0', '--endpoint', id, '--json')
    expect(oneObject(stdout)).toEqual({ id, url: hookUrl, since_sequence: 0 })
  })

  test('is refused without a place to send to', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /Give --endpoint or --forward/],
      [['--endpoint', 'x', '--types', 'item.*'], /leave --types out/],
      [['--endpoint', 'x', '--since', 'y'], /--since takes a sequence or the id/],
      [['--endpoint', 'x'], /404 not_found/],
    ]
    for (const [args, expected] of wrong)
      expect((await type('replay', '--since', '0', ...args)).stderr).toMatch(expected)
  })
})
