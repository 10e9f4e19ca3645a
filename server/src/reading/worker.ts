/** The thread that reads invoice files, one at a time: a file made to hurt us hurts only this thread. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../lib/assert.ts'
import type { InvoiceFile } from './model.ts'
import { readInvoiceFile } from './read-file.ts'

assert(parentPort !== null, 'worker.ts runs as a thread of reader.ts')
const port = parentPort

port.on('message', async (file: InvoiceFile) => {
  const reading = await readInvoiceFile(file)
  if (!reading.ok || reading.pdf === null) return port.postMessage(reading)
  // A PDF may be a window into the archive: a copy of its own can be handed over without one more.
  const pdf = { name: reading.pdf.name, bytes: new Uint8Array(reading.pdf.bytes) }
  port.postMessage({ ...reading, pdf }, [pdf.bytes.buffer])
})

port.postMessage('ready')
