/** The thread that makes papers, one at a time: what takes long to draw holds up nobody's request. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../../../lib/assert.ts'
import { type PaperJob, printPaper } from './jobs.ts'

assert(parentPort !== null, 'printing-thread.ts runs as a thread of printer.ts')
const port = parentPort

port.on('message', async (job: PaperJob) => {
  const bytes = new Uint8Array(await printPaper(job))
  port.postMessage({ bytes }, [bytes.buffer])
})

port.postMessage('ready')
