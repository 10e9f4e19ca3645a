/**
 * A worker asks its leader to count. One batch of questions is under way at a time, and what comes meanwhile goes with
 * the next: the busier a worker is, the less one question costs.
 */
import type { WorkerDeps } from '../../app.ts'
import type { Rate } from '../../http/rate.ts'
import type { Question } from './counters.ts'

export interface Counting {
  counters: WorkerDeps['counters']
  /** The leader answered the batch under way. */
  answered(answers: readonly unknown[]): void
}

interface Asked {
  question: Question
  resolve: (answer: unknown) => void
}

export function countElsewhere(send: (questions: Question[]) => void): Counting {
  let waiting: Asked[] = []
  let underWay: Asked[] | undefined
  let isPlanned = false

  function sendWaiting(): void {
    isPlanned = false
    if (underWay || waiting.length === 0) return
    underWay = waiting
    waiting = []
    send(underWay.map(({ question }) => question))
  }

  function ask<Answer>(...question: Question): Promise<Answer> {
    const answer = new Promise<Answer>(resolve => {
      waiting.push({ question, resolve: resolve as Asked['resolve'] })
    })
    // What the same turn of the loop brings goes together.
    if (!isPlanned && !underWay) {
      isPlanned = true
      setImmediate(sendWaiting)
    }
    return answer
  }

  return {
    counters: countersOf(ask),
    answered(answers) {
      const batch = underWay ?? []
      underWay = undefined
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at])
      sendWaiting()
    },
  }
}

const countersOf = (ask: <Answer>(...question: Question) => Promise<Answer>): WorkerDeps['counters'] => ({
  rates: {
    countKey: (keyId, limit) => ask<Rate>('countKey', keyId, limit),
    countAddress: (door, address) => ask<Rate>('countAddress', door, address),
    peekAddress: (door, address) => ask<Rate>('peekAddress', door, address),
  },
  listeners: {
    take: keyId => ask<boolean>('takeListener', keyId),
    giveBack: keyId => void ask('leaveListener', keyId),
  },
  connections: {
    take: network => ask<boolean>('takeConnection', network),
    giveBack: network => void ask('leaveConnection', network),
  },
  answerRooms: { draw: (bookId, bytes) => ask<number>('drawRoom', bookId, bytes) },
})
