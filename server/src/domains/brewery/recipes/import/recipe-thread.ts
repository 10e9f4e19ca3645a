/** The thread that reads recipe files, one at a time: a file made to hurt us hurts only this thread. */
import { parentPort } from 'node:worker_threads'
import { assert } from '../../../../lib/assert.ts'
import type { RecipeFile } from './model.ts'
import { readRecipeFile } from './read-file.ts'

assert(parentPort !== null, 'recipe-thread.ts runs as a thread of reader.ts')
const port = parentPort

port.on('message', (file: RecipeFile) => port.postMessage(readRecipeFile(file)))

port.postMessage('ready')
