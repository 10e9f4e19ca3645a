/** Senders against a real receiver: opened before each test, closed after it. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { webhookGuard } from '../../src/domains/webhooks/guard.ts'
import { type Attempt, type SenderOptions, webhookSender } from '../../src/domains/webhooks/sender.ts'
import { openReceiver, type Receiver, type ReceiverOptions } from './receiver.ts'

export const deliveredBody = Buffer.from('{"object":"event","name":"Žatecký ležák"}')

/** For tests that wait for the deadline; all others have the ten seconds, however busy the machine. */
export const hasty = { timeoutMs: 800 }

export interface SenderScene {
  /** The receiver of this test. */
  receiver(): Receiver
  another(options?: ReceiverOptions): Promise<Receiver>
  newSender(options?: Partial<SenderOptions>): {
    send(url?: string, headers?: Record<string, string>): Promise<Attempt>
    close(): Promise<void>
  }
  /** The port of a server without TLS; without a listener it says nothing. */
  plainServer(onConnection?: (socket: Socket) => void): Promise<number>
}

export function senderScene(): SenderScene {
  let receiver: Receiver
  let endings: (() => unknown)[] = []

  const another = async (options?: ReceiverOptions) => {
    const opened = await openReceiver(options)
    endings.push(opened.close)
    return opened
  }
  beforeEach(async () => {
    receiver = await another()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    for (const end of endings.reverse()) await end()
    endings = []
  })

  return {
    receiver: () => receiver,
    another,
    newSender(options = {}) {
      const guard = webhookGuard(['127.0.0.0/8', '::1'])
      const sender = webhookSender({ guard, ca: receiver.ca, ...options })
      endings.push(sender.close)
      return {
        send: (url = receiver.url('/hook'), headers = {}) =>
          sender.send({ url, headers: { 'content-type': 'application/json', ...headers }, body: deliveredBody }),
        close: sender.close,
      }
    },
    async plainServer(onConnection = () => {}) {
      const server = createServer(socket => {
        socket.on('error', () => {})
        endings.push(() => socket.destroy())
        onConnection(socket)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      endings.push(() => server.close())
      return (server.address() as AddressInfo).port
    },
  }
}

/** A look-up that gives these answers in turn, the last one for ever. */
export const answering =
  (...answers: string[][]) =>
  async (): Promise<string[]> =>
    (answers.length > 1 ? answers.shift() : answers[0])!

export const failed = (error: string) => expect.objectContaining({ httpStatus: null, error, responseSnippet: null })
