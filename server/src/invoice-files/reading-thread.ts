/** The thread that reads invoice files, one at a time: a file made to hurt us hurts only this thread. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../lib/assert.ts'
import type { InvoiceFile } from './model.ts'
import { readInvoiceFile } from './read-file.ts'

assert(parentPort !== null, 'reading-thread.ts runs as a thread of reader.ts')
const port = parentPort

port.on('message', async (file: InvoiceFile) => {
  const reading = await readInvoiceFile(file)
  if (!reading.ok || reading.pdf === null) return port.postMessage(reading)
  const pdf = { name: reading.pdf.name, bytes: ownBytes(reading.pdf.bytes) }
  port.postMessage({ ...reading, pdf }, [pdf.bytes.buffer])
})

/** A PDF may be a window into the archive, or into what Node keeps ready for small buffers: that is not handed over. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const { buffer, byteOffset, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > Buffer.poolSize
  return isWhole ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(bytes)
}

port.postMessage('ready')
