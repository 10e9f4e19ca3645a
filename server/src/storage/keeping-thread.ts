/** The thread that keeps files for `keeper.ts`. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../lib/assert.ts'
import { type KeepJob, keepFile } from './keep-file.ts'

assert(parentPort !== null, 'keeping-thread.ts runs as a thread of keeper.ts')
const port = parentPort
port.on('message', (job: KeepJob) => port.postMessage(keepFile(job)))
port.postMessage('ready')
