/** Connections between attempts: kept, reused, died, closed. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import type { Guard } from '../../src/domains/webhooks/guard.ts'
import { answering, deliveredBody as body, failed, hasty, senderScene } from '../support/sender.ts'

const { receiver, newSender, plainServer } = senderScene()

describe('kept connections', () => {
  test('50 parallel sends over and over use 50 connections', async () => {
    const { send } = newSender()
    for (let round = 0; round < 4; round++) {
      const attempts = await Promise.all(Array.from({ length: 50 }, () => send()))
      expect(attempts.filter(({ error }) => error !== null)).toEqual([])
    }
    expect(receiver().received).toHaveLength(200)
    expect(receiver().connections()).toBeLessThanOrEqual(50)
  })

  test('a reused connection has no times of its own, and is not looked up again', async () => {
    const lookup = vi.fn(answering(['127.0.0.1']))
    const { send } = newSender({ lookup })
    const url = `https://localhost:${receiver().port}/`
    expect((await send(url)).dnsMs).not.toBeNull()
    expect(await send(url)).toMatchObject({ error: null, dnsMs: null, connectMs: null, tlsMs: null })
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(receiver().connections()).toBe(1)
  })

  test('connections the receiver closed while idle fail nothing', async () => {
    const { send } = newSender()
    for (let round = 0; round < 5; round++) {
      const attempts = await Promise.all(Array.from({ length: 10 }, () => send()))
      expect(attempts.filter(({ error }) => error !== null)).toEqual([])
      receiver().dropConnections()
    }
    expect(receiver().received).toHaveLength(50)
  })

  test('a new connection is checked even when older ones to the same origin were allowed', async () => {
    const { send } = newSender({ guard: strictAfter(2), lookup: answering(['127.0.0.1']) })
    const url = `https://localhost:${receiver().port}/`
    expect(await send(url)).toMatchObject({ error: null })
    expect(await send(url)).toMatchObject({ error: null })
    receiver().dropConnections()
    await sleep(30)
    expect(await send(url)).toEqual(failed('address_not_public'))
  })

  test('a connection that dies as it is reused: sent again once, over a new one and not over another old one', async () => {
    const { send } = newSender()
    await Promise.all([send(), send()])
    const old = receiver().received.map(({ port }) => port)
    let reuses = 0
    receiver().behave(({ port }) => {
      if (!old.includes(port)) return {}
      return reuses++ === 0 ? { delayMs: 50 } : { delayMs: 300, act: 'reset' }
    })
    const attempts = await Promise.all([send(), send()])
    expect(attempts).toMatchObject([
      { error: null, connectMs: null },
      { error: null, connectMs: expect.any(Number) },
    ])
    expect(receiver().received).toHaveLength(5)
    expect(receiver().received[4]).toMatchObject({ path: '/hook', body })
    expect(receiver().connections()).toBe(3)
  })

  test('connection_reset: at most two sends when it dies again, one when it was new', async () => {
    const { send } = newSender()
    await send()
    receiver().behave({ act: 'reset' })
    expect(await send()).toEqual(failed('connection_reset'))
    expect(receiver().received).toHaveLength(3)
    expect(await newSender().send()).toEqual(failed('connection_reset'))
    expect(receiver().received).toHaveLength(4)
  })

  test('timeout on a reused connection: not sent again, and one deadline over both sends', async () => {
    const { send } = newSender(hasty)
    await send()
    receiver().behave({ act: 'hang' })
    expect(await send()).toEqual(failed('timeout'))
    expect(receiver().received).toHaveLength(2)
  })

  test('a receiver that closes after every answer is served all the same', async () => {
    receiver().behave({ headers: { connection: 'close' } })
    const { send } = newSender()
    for (let round = 0; round < 5; round++) expect(await send()).toMatchObject({ error: null })
    expect(receiver().connections()).toBe(5)
  })
})

/** Allows the first so many questions. */
function strictAfter(questions: number): Guard {
  let asked = 0
  return { isAllowed: () => ++asked <= questions, hasOpenRanges: true, allowsLoopback: true }
}

describe('close', () => {
  test('sender_closed: whatever is under way ends at once, idle connections too', async () => {
    const never = () => new Promise<string[]>(() => {})
    const { send, close } = newSender({ timeoutMs: 60_000, lookup: never })
    await Promise.all([send(), send()])
    receiver().behave(({ path }) => ({ act: path === '/trickle' ? 'trickle' : 'hang' }))
    const handshakes = new Set<Socket>()
    const silentPort = await plainServer(socket => {
      handshakes.add(socket)
      socket.on('data', () => {}).on('close', () => handshakes.delete(socket))
    })
    const hanging = [send(), send('https://hooks.example.com/'), send(`https://127.0.0.1:${silentPort}/`)]
    const trickling = send(receiver().url('/trickle'))
    await vi.waitFor(() => expect([receiver().received.length, handshakes.size]).toEqual([4, 1]))
    await sleep(50)
    await close()
    expect(await Promise.all(hanging)).toEqual(hanging.map(() => failed('sender_closed')))
    expect(await trickling).toMatchObject({ httpStatus: 200, error: null })
    await vi.waitFor(() => expect([receiver().open(), handshakes.size]).toEqual([0, 0]))
  })

  test('sender_closed: nothing is sent afterwards, and closing twice is fine', async () => {
    const { send, close } = newSender()
    await close()
    await close()
    expect(await send()).toEqual(failed('sender_closed'))
    expect(receiver().connections()).toBe(0)
  })
})
