/** A request is refused while its body still comes: the rest is read and dropped, so that the client sees the answer. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** What is read at most after the answer; then the connection is cut. */
const maxBytes = 64 * 1024 * 1024
const maxMs = 5_000

export const isStillComing = (request: IncomingMessage): boolean => !request.complete && !request.destroyed

/**
 * The answer leaves at once and whole, but ends only when the body has: a connection that is closed while bytes are on
 * their way is reset, and many clients then throw the answer away with it.
 */
export function answerBeside(request: IncomingMessage, body: Buffer): Readable {
  const answer = new Readable({ read() {} })
  answer.push(body)
  dropRest(request, () => answer.push(null))
  return answer
}

function dropRest(request: IncomingMessage, done: () => void): void {
  let left = maxBytes
  const timer = setTimeout(() => request.destroy(), maxMs)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  const over = () => {
    clearTimeout(timer)
    request.off('end', over).off('close', over)
    done()
  }
  request.once('end', over).once('close', over)
  request.resume()
}
