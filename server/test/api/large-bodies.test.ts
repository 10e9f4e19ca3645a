/** A body that is refused while it still comes: the client always sees the answer, and nobody reads for ever. */
import { once } from 'node:events'
import { connect } from 'node:net'
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

interface Sent {
  method?: string
  body: RequestInit['body']
  type?: string
}

async function refused(path: string, { method = 'POST', body, type }: Sent): Promise<string> {
  const headers = { authorization: `Bearer ${api.key}`, ...(type && { 'content-type': type }) }
  // Needed for a body whose length is not known.
  const duplex = 'half' as const
  const reply = await fetch(service.address + path, { method, headers, body, duplex } as RequestInit)
  const { code } = (await reply.json()) as { code: string }
  return `${reply.status} ${code}`
}

/** One after the other, as a client would send them that was told to try again. */
async function twentyTimes(send: () => Promise<string>): Promise<string[]> {
  const answers: string[] = []
  for (let time = 0; time < 20; time++) answers.push(await send().catch(({ cause }) => `no answer: ${cause.code}`))
  return [...new Set(answers)]
}

const tooLarge = ['413 payload_too_large']

describe('413 payload_too_large: fetch sees it, 20 times 7 MB in a row', () => {
  test('a JSON body', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(7 * megabyte) })
    const send = () => refused('/api/v1/partners', { body, type: 'application/json' })
    expect(await twentyTimes(send)).toEqual(tooLarge)
  })

  test('a JSON body whose length is not announced', async () => {
    const send = () => {
      const body = new Blob([Buffer.alloc(7 * megabyte, ' ')]).stream()
      return refused('/api/v1/partners', { body, type: 'application/json' })
    }
    expect(await twentyTimes(send)).toEqual(tooLarge)
  })

  test('a file for the inbox', async () => {
    const send = () => {
      const body = new FormData()
      body.set('file', new Blob([Buffer.alloc(7 * megabyte)], { type: 'application/pdf' }), 'a.pdf')
      return refused('/api/v1/inbox/submissions', { body })
    }
    expect(await twentyTimes(send)).toEqual(tooLarge)
  })

  test('an upload that is longer than announced', async () => {
    const { upload_url } = (await announce(api)).body as Announced
    const path = new URL(upload_url).pathname
    const send = () => refused(path, { method: 'PUT', body: Buffer.alloc(7 * megabyte), type: 'application/pdf' })
    expect(await twentyTimes(send)).toEqual(tooLarge)
  })
})

test('401 unauthenticated: what is refused before its body is read is seen, too', async () => {
  const send = async () => {
    const body = Buffer.alloc(7 * megabyte, ' ')
    const reply = await fetch(`${service.address}/api/v1/partners`, { method: 'POST', body })
    return String(reply.status)
  }
  expect(await twentyTimes(send)).toEqual(['401'])
})

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
