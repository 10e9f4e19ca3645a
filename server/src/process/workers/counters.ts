/** The leader counts what is limited over all workers: calls, connections, listeners, the room for stored answers. */
import { connectionPlaces } from '../../http/connections.ts'
import { type Door, type RateCounter, rateCounter } from '../../http/rate.ts'
import { answerRooms } from '../../kernel/answer-room.ts'
import { listenerPlaces } from '../../kernel/listeners.ts'
import { type Awaitable, heldPlaces } from '../../lib/places.ts'

/** What workers ask; those who give something back wait for no answer. */
export type Question =
  | ['countKey', keyId: string, limit: number]
  | ['countAddress' | 'peekAddress', door: Door, address: string]
  | ['takeListener' | 'leaveListener', keyId: string | null]
  | ['takeConnection' | 'leaveConnection', network: string | null]
  | ['drawRoom', bookId: string, bytes: number]

/** For one worker. */
export interface CounterDesk {
  answer(questions: readonly Question[]): Awaitable<unknown[]>
  /** The worker is gone: what it held is free. */
  close(): void
}

/** With rates that are counted over other nodes, too, an answer may have to be waited for. */
export function openCounters(rates: RateCounter = rateCounter()): { openDesk(): CounterDesk } {
  const rooms = answerRooms()
  const [allListeners, allConnections] = [listenerPlaces(), connectionPlaces()]
  return {
    openDesk() {
      const [listeners, connections] = [heldPlaces(allListeners), heldPlaces(allConnections)]
      function answer(question: Question): unknown {
        const [verb, subject, detail] = question
        if (verb === 'countKey') return rates.countKey(subject, detail)
        if (verb === 'countAddress') return rates.countAddress(subject, detail)
        if (verb === 'peekAddress') return rates.peekAddress(subject, detail)
        if (verb === 'takeListener') return listeners.take(subject)
        if (verb === 'leaveListener') return listeners.giveBack(subject)
        if (verb === 'takeConnection') return connections.take(subject)
        if (verb === 'drawRoom') return rooms.draw(subject, detail)
        return connections.giveBack(subject)
      }
      return {
        answer: questions => allOf(questions.map(answer)),
        close() {
          listeners.giveBackAll()
          connections.giveBackAll()
        },
      }
    },
  }
}

/** At once when none of them has to be waited for. */
const allOf = (answers: unknown[]): Awaitable<unknown[]> =>
  answers.some(answer => answer instanceof Promise) ? Promise.all(answers) : answers
