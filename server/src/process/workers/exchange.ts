/** What the leader does for its workers: it counts for all of them, passes pokes on, and puts their figures together. */
import type { RateCounter } from '../../http/rate.ts'
import type { Awaitable } from '../../lib/places.ts'
import { textOfAll } from '../metrics.ts'
import { type CounterDesk, openCounters } from './counters.ts'
import type { Crew } from './crew.ts'
import { figuresOfWorkers } from './figures.ts'
import type { ToLeader } from './messages.ts'
import { type Gathered, gathered } from './relay.ts'

export interface Exchange {
  /** From now on workers hear what they are told. */
  open(tell: Crew['tell']): void
  receive(from: number, message: ToLeader): void
  /** The worker is gone, with all it held. */
  forget(number: number): void
  /** The page of figures of all workers. */
  metricsText(): Promise<string>
}

export function openExchange(workers: number, rates?: RateCounter): Exchange {
  const numbers = Array.from({ length: workers }, (_, at) => at + 1)
  let tell: Crew['tell'] = () => {}
  const desks = openDesks(rates)
  const pokes = new Map<number, Gathered>(
    numbers.map(number => [number, gathered(bookIds => tell(number, { kind: 'poked', bookIds }))]),
  )
  const answerLater = async (to: number, answers: Awaitable<unknown[]>) =>
    tell(to, { kind: 'counted', answers: Array.isArray(answers) ? answers : await answers })
  const figures = figuresOfWorkers(numbers, number => tell(number, { kind: 'measure' }))
  const metricsText = async () => textOfAll(await figures.gather())
  return {
    open(telling) {
      tell = telling
    },
    receive(from, message) {
      if (message.kind === 'counting') {
        void answerLater(from, desks.of(from).answer(message.questions))
      } else if (message.kind === 'poked') {
        for (const number of numbers) {
          if (number !== from) for (const bookId of message.bookIds) pokes.get(number)!.add(bookId)
        }
      } else if (message.kind === 'measured') figures.received(from, message.figures)
      else if (message.kind === 'page_wanted') void metricsText().then(text => tell(from, { kind: 'page', text }))
    },
    forget: desks.close,
    metricsText,
  }
}

/** One for each worker, from its first question on. */
function openDesks(rates: RateCounter | undefined) {
  const counters = openCounters(rates)
  const desks = new Map<number, CounterDesk>()
  return {
    of(number: number): CounterDesk {
      const desk = desks.get(number) ?? counters.openDesk()
      desks.set(number, desk)
      return desk
    },
    close(number: number): void {
      desks.get(number)?.close()
      desks.delete(number)
    },
  }
}
