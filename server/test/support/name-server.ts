/** A real DNS server on UDP that knows the names it is told. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { addressBytes } from '../../src/lib/public-addresses.ts'

export interface NameServer {
  /** As a resolver wants it. */
  address: string
  close(): Promise<void>
}

/** Addresses of each name; `silent` names are never answered, unknown ones do not exist. */
export async function openNameServer(names: Record<string, readonly string[] | 'silent'>): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = readQuestion(question)
    const known = names[name]
    if (known === 'silent') return
    const fitting = known?.filter(item => (type === 1) === isIPv4(item)) ?? []
    socket.send(reply(question.subarray(0, end), type, known ? fitting : undefined), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise(resolve => socket.close(() => resolve())),
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at]! > 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!))
    at += 1 + message[at]!
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function reply(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(addresses?.length ?? 0, 6)
  head.fill(0, 8, 12)
  const records = (addresses ?? []).map(address => {
    const bytes = addressBytes(address)!
    // A pointer to the name in the question, the type, the class, a minute to live, the length.
    return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
  })
  return Buffer.concat([head, ...records])
}
