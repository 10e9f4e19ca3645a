/**
 * One request and the start of its answer. Straight from the dispatcher of undici: its `request` makes a stream of every
 * body, and most answers to webhooks have none.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.ts'

/** A body is read this far, so that a usual one leaves its connection usable; then the connection is cut. */
const readBytes = 16 * 1_024
const keptBytes = 1_024

export interface Answer {
  statusCode: number
  headers: IncomingHttpHeaders
  /** Of its body. */
  start: Buffer
}

/**
 * Rejects with what went wrong before the status came. With its status the receiver has said whether it took the event.
 * A body that never ends, breaks off or runs out of time changes nothing about that: calling a taken event a failure
 * would only send it again.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  deadline: Deadline,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answer: Omit<Answer, 'start'> | undefined
    let controller: Dispatcher.DispatchController | undefined
    const chunks: Buffer[] = []
    let readSoFar = 0
    const settle = (error?: Error) => {
      if (answer) resolve({ ...answer, start: startOf(chunks) })
      else reject(error ?? new Error('the answer ended before its status'))
    }
    let reason: Error | undefined
    deadline.onEnd(ended => {
      reason = ended
      controller?.abort(ended)
    })
    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        if (reason) started.abort(reason)
      },
      onResponseStart(_, statusCode, headers) {
        // What comes before the real status is none.
        if (statusCode >= 200) answer = { statusCode, headers }
      },
      onResponseData(reading, chunk) {
        if (readSoFar < keptBytes) chunks.push(chunk)
        readSoFar += chunk.length
        if (readSoFar >= readBytes) reading.abort(new Error('the rest of the body is not read'))
      },
      onResponseEnd: () => settle(),
      onResponseError: (_, error) => settle(error),
    })
  })
}

const startOf = (chunks: Buffer[]): Buffer => Buffer.concat(chunks).subarray(0, keptBytes)
