/** A body that is refused while it still comes: the client always sees the answer, and nobody reads for ever. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Announced, announce } from '../support/files.ts'
import { useService } from '../support/service.ts'

const service = useService()
let api: Client
beforeAll(async () => {
  const tenant = await service.tenant()
  await tenant.set({ rate_per_min: 100_000 })
  api = await tenant.key()
})

const megabyte = 1024 * 1024

/** A client of its own thread: in ours the service would never be surprised by it. */
const client = `
const { parentPort, workerData: { url, method, headers, kind, times } } = require('node:worker_threads')
const bytes = Buffer.alloc(7 * 1024 * 1024, 32)
const bodies = {
  bytes: () => bytes,
  stream: () => new Blob([bytes]).stream(),
  form() {
    const form = new FormData()
    form.set('file', new Blob([bytes], { type: 'application/pdf' }), 'a.pdf')
    return form
  },
}
async function send() {
  const reply = await fetch(url, { method, headers, body: bodies[kind](), duplex: 'half' })
  return reply.status + ' ' + (await reply.json()).code
}
async function work() {
  const answers = new Set()
  for (let time = 0; time < times; time++) {
    answers.add(await send().catch(({ cause }) => 'no answer: ' + cause.code))
  }
  parentPort.postMessage([...answers])
}
work()`

interface Sent {
  method?: string
  kind?: 'bytes' | 'stream' | 'form'
  type?: string
  isAnonymous?: boolean
}

/** 7 MB, ten times one after the other; the different answers that came. */
async function answersTo(path: string, { method = 'POST', kind = 'bytes', type, isAnonymous }: Sent) {
  const headers = {
    ...(!isAnonymous && { authorization: `Bearer ${api.key}` }),
    ...(type && { 'content-type': type }),
  }
  const workerData = { url: service.address + path, method, headers, kind, times: 10 }
  const [answers] = await once(new Worker(client, { eval: true, workerData }), 'message')
  return answers
}

const json = 'application/json'

describe('413 payload_too_large: fetch sees it, ten times 7 MB in a row', () => {
  const tooLarge = ['413 payload_too_large']

  test.for(['bytes', 'stream'] as const)('a JSON body (%s)', async kind =>
    expect(await answersTo('/api/v1/partners', { kind, type: json })).toEqual(tooLarge),
  )

  test('a file for the inbox', async () =>
    expect(await answersTo('/api/v1/inbox/submissions', { kind: 'form' })).toEqual(tooLarge))

  test('an upload that is longer than announced', async () => {
    const { upload_url } = (await announce(api)).body as Announced
    const sent = { method: 'PUT', type: 'application/pdf' }
    expect(await answersTo(new URL(upload_url).pathname, sent)).toEqual(tooLarge)
  })
})

test('401 unauthenticated: what is refused before its body is read is seen, too', async () =>
  expect(await answersTo('/api/v1/partners', { type: json, isAnonymous: true })).toEqual(['401 unauthenticated']))

/** What a client sees that does not mind the answer: how much it got rid of, and when the line was cut. */
async function stubborn(length: number, send: (write: (bytes: number) => boolean) => Promise<void>) {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  let isCut = false
  socket.on('data', chunk => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  const cut = new Promise<void>(resolve => {
    socket.once('close', () => {
      isCut = true
      resolve()
    })
  })
  const head = ['POST /api/v1/partners HTTP/1.1', 'Host: x', `Authorization: Bearer ${api.key}`]
  socket.write([...head, 'Content-Type: application/json', `Content-Length: ${length}`, '', ''].join('\r\n'))
  const startedAt = performance.now()
  await send(bytes => {
    socket.write(Buffer.alloc(bytes, ' '))
    return !isCut
  })
  await cut
  return { answer, seconds: (performance.now() - startedAt) / 1_000 }
}

const aMoment = () => new Promise(resolve => setTimeout(resolve, 5))

test('413 payload_too_large: after 64 MB of a longer body the line is cut', async () => {
  let sent = 0
  const { answer } = await stubborn(1_000 * megabyte, async write => {
    while (write(megabyte) && sent < 200 * megabyte) {
      sent += megabyte
      await aMoment()
    }
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s)
  expect(sent).toBeGreaterThanOrEqual(60 * megabyte)
  expect(sent).toBeLessThan(150 * megabyte)
})

test('413 payload_too_large: nobody waits longer than five seconds for the rest', async () => {
  const { answer, seconds } = await stubborn(7 * megabyte, async write => void write(megabyte))
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s)
  expect(seconds).toBeGreaterThan(4)
  expect(seconds).toBeLessThan(9)
})
